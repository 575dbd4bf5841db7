import { PassThrough, Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { readText, type TextLimit } from './read-text.ts';

const limit: TextLimit = { bytes: 2_048, remedy: 'shorten it' };

test('standard input is read to its end, whatever pieces it comes in', async () => {
  const bytes = Buffer.from('half é');
  const stdin = Readable.from([bytes.subarray(0, 6), bytes.subarray(6)]);
  expect(await readText('-', stdin, limit)).toBe('half é');
});

test('what is silent, or never ends, is not waited for for ever', async () => {
  const silent = new PassThrough();
  const patience = { silence: 20, whole: 60_000 };
  await expect(readText('-', silent, { ...limit, patience })).rejects.toMatchObject({
    code: 'FILE',
    message: expect.stringContaining('nothing came'),
  });
  expect(silent.destroyed).toBe(true);
  const dripping = new PassThrough();
  const drip = setInterval(() => dripping.write('.'), 2);
  const long = readText('-', dripping, { ...limit, patience: { silence: 60_000, whole: 30 } });
  await expect(long).rejects.toMatchObject({
    code: 'FILE',
    message: expect.stringContaining('did not end'),
  });
  clearInterval(drip);
  expect(dripping.destroyed).toBe(true);
});

test('more than the limit is not read to its end', async () => {
  const endless = new Readable({
    read() {
      this.push('x'.repeat(1_000));
    },
  });
  await expect(readText('-', endless, limit)).rejects.toMatchObject({
    code: 'INVALID',
    message: 'standard input is larger than 2 KiB',
    remedy: 'shorten it',
  });
  expect(endless.destroyed).toBe(true);
});

test('what is no UTF-8 is refused', async () => {
  const stdin = Readable.from([Buffer.from([0x61, 0xff])]);
  await expect(readText('-', stdin, limit)).rejects.toMatchObject({ code: 'INVALID' });
});
