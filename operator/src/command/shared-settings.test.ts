import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readSharedSettings } from './shared-settings.ts';

const context = { env: {}, version: '1.2.3', now: () => 0 };

async function fileWith(text: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'picket-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = join(folder, 'config.yaml');
  await writeFile(file, text);
  return file;
}

test('without a file there are no channels', async () => {
  expect((await readSharedSettings(undefined, context)).channels.size).toBe(0);
});

test('channels are those of the file', async () => {
  const file = await fileWith(
    'notifications: [{ id: ops, type: webhook, url: "http://ops.test/" }]',
  );
  expect([...(await readSharedSettings(file, context)).channels.keys()]).toEqual(['ops']);
});

test.each(['169.254.169.254', 'fe80::1', '127.0.0.1', '::1', '::ffff:127.0.0.1', '0.0.0.0'])(
  '%s is denied unless the file allows it',
  async address => {
    const { egress } = await readSharedSettings(undefined, context);
    await expect(egress.resolve(address)).rejects.toMatchObject({ code: 'PKT_EGRESS_DENIED' });
  },
);

test('what the file denies is denied too, and what it allows is reached', async () => {
  const file = await fileWith('egress: { deny: [10.0.0.0/8], allow: [127.0.0.0/8] }');
  const { egress } = await readSharedSettings(file, context);
  await expect(egress.resolve('10.1.2.3')).rejects.toMatchObject({ code: 'PKT_EGRESS_DENIED' });
  await expect(egress.resolve('169.254.1.1')).rejects.toMatchObject({ code: 'PKT_EGRESS_DENIED' });
  expect(await egress.resolve('127.0.0.1')).toEqual([{ address: '127.0.0.1', family: 4 }]);
});

test('the id that stands for Events is refused', async () => {
  const webhook = '{ id: kubernetes-events, type: webhook, url: "http://ops.test/" }';
  const file = await fileWith(`notifications: [${webhook}]`);
  await expect(readSharedSettings(file, context)).rejects.toMatchObject({
    code: 'PKT_CONFIG_INVALID',
    message: expect.stringContaining('kubernetes-events'),
  });
});

test.each([
  [
    'history: { url: "postgres://u:p@db/x", keepResults: 2 }',
    { url: 'postgres://u:p@db/x', keepResults: 2 },
  ],
  ['history: { enabled: false, url: "postgres://u:p@db/x" }', undefined],
  ['history: { keepResults: 2 }', undefined],
  ['notifications: []', undefined],
])('%s keeps its results in %j', async (text, history) => {
  expect((await readSharedSettings(await fileWith(text), context)).history).toEqual(history);
});

test('a history without a database is refused: a pod has no disk of its own', async () => {
  const file = await fileWith('history: { enabled: true }');
  await expect(readSharedSettings(file, context)).rejects.toThrow(/give history\.url/);
});
