import { PassThrough } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Answers } from './answers.ts';

test('reads lines and bytes however they are cut into chunks', async () => {
  const answer = fc.record({
    line: fc.string().map(clean),
    bytes: fc.uint8Array({ maxLength: 50 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(answer), fc.integer({ min: 1, max: 9 }), async (given, step) => {
      const stream = new PassThrough();
      const answers = new Answers(stream);
      const whole = Buffer.concat(
        given.flatMap(({ line, bytes }) => [Buffer.from(`${line}\n`), Buffer.from(bytes)]),
      );
      for (let at = 0; at < whole.length; at += step) stream.write(whole.subarray(at, at + step));
      for (const { line, bytes } of given) {
        expect(await answers.line()).toBe(line);
        expect(await answers.bytes(bytes.length)).toEqual(Buffer.from(bytes));
      }
    }),
    { numRuns: 50 },
  );
});

test('tells that the process ended in the middle of an answer', async () => {
  const stream = new PassThrough();
  const answers = new Answers(stream);
  stream.end('one\ntwo');
  expect(await answers.nextLine()).toBe('one');
  expect(await answers.nextLine()).toBeUndefined();
  expect(await answers.nextBytes(4)).toBeUndefined();
  expect(await answers.nextBytes(3)).toEqual(Buffer.from('two'));
});

function clean(text: string): string {
  return text.replaceAll('\n', '');
}
