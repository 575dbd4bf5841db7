import { rename } from 'node:fs/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startPicket } from '../../fixtures/picket-process.ts';
import { type SwitchedTarget, serveSwitchedTarget } from '../../fixtures/switched-target.ts';
import { createTestFolder, type TestFolder } from '../../fixtures/test-folder.ts';
import { accept, type Receiver, startReceiver } from '../../fixtures/webhook-receiver.ts';

let folder: TestFolder;
let target: SwitchedTarget;
let receiver: Receiver;

beforeEach(async () => {
  folder = await createTestFolder();
  target = await serveSwitchedTarget();
  receiver = await startReceiver(accept);
});
afterEach(async () => {
  await receiver.close();
  await target[Symbol.asyncDispose]();
  await folder[Symbol.asyncDispose]();
});

const probe = (id: string, more = {}) => ({
  id,
  name: id,
  interval: 1,
  requests: [{ url: target.urlOf(id) }],
  ...more,
});

/** Puts a config file in place at one stroke, as editors and volumes do. */
async function write(config: { probes: readonly object[]; url?: string }) {
  const { probes, url = receiver.url } = config;
  const notifications = [{ id: 'ops', type: 'webhook', url }];
  const next = await folder.write('next.yaml', { probes, notifications });
  await rename(next, `${folder.path}/probes.yaml`);
}

const start = () => startPicket(['--metrics-port', '0'], { cwd: folder.path });

const linesOf = (stdout: string): Record<string, unknown>[] =>
  stdout
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line));

test('a probe that changes in its streak goes on counting', async () => {
  target.switch('a', 'down');
  await write({ probes: [probe('a', { incidentThreshold: 6 })] });
  await using picket = start();
  await picket.sees(/"msg":"request"/);
  await write({ probes: [probe('a', { incidentThreshold: 6, description: 'changed' })] });
  await picket.sees(/"msg":"incident"/);
  const messages = linesOf(picket.stdout()).map(({ msg }) => msg);
  const before = messages.slice(0, messages.indexOf('incident'));
  expect(before).toContain('the config changed');
  // The line of the run that makes the incident stands before it.
  expect(before.filter(msg => msg === 'request')).toHaveLength(6);
});

test('a removed probe leaves the metrics, a new one comes', async () => {
  await write({ probes: [probe('a'), probe('b')] });
  await using picket = start();
  const [, url = ''] = await picket.sees(/"metrics":"(http:[^"]+)"/);
  await picket.sees(/"msg":"request","probe":"b"|"probe":"b".*"msg":"request"/);
  const probesOf = async () => {
    const text = await (await fetch(url)).text();
    return new Set([...text.matchAll(/probe="(\w)"/g)].map(([, id]) => id));
  };
  expect(await probesOf()).toContain('b');
  await write({ probes: [probe('a'), probe('c')] });
  await picket.sees(/"probe":"c"/);
  expect(await probesOf()).toEqual(new Set(['a', 'c']));
});

test('a config with errors is told with all of them, and the old one goes on', async () => {
  await write({ probes: [probe('a', { incidentThreshold: 3 })] });
  await using picket = start();
  await picket.sees(/"msg":"request"/);
  await write({ probes: [probe('a', { intervall: 1 }), probe('b', { requests: [] })] });
  await picket.sees(/the old one goes on/);
  const told = linesOf(picket.stdout()).at(-1);
  expect(told).toMatchObject({ level: 'error', err: { code: 'PKT_CONFIG_INVALID' } });
  expect(JSON.stringify(told)).toMatch(/probes\[0\]\.intervall.*probes\[1\]\.requests/);
  target.switch('a', 'down');
  await picket.sees(/"msg":"incident"/);
  await write({ probes: [probe('b')] });
  await picket.sees(/"probe":"b"/);
});

test('a config whose channel cannot be used changes nothing, and the old channel goes on', async () => {
  await write({ probes: [probe('a', { incidentThreshold: 1 })] });
  await using picket = start();
  await picket.sees(/"msg":"request"/);
  await write({ probes: [probe('b')], url: 'ftp://ops.test/' });
  await picket.sees(/the old one goes on/);
  target.switch('a', 'down');
  await picket.sees(/"msg":"incident"/);
  picket.kill('SIGTERM');
  const { code, stdout } = await picket.ended;
  expect(code).toBe(0);
  expect(stdout).not.toContain('"probe":"b"');
  expect(receiver.received.map(({ body }) => JSON.parse(body).type)).toEqual(['incident']);
});

test('a channel that changes gets what comes from then on, and what is under way is not sent again', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const slow = await startReceiver(
    response => void released.then(() => response.writeHead(204).end()),
  );
  const probes = [probe('a', { incidentThreshold: 1, recoveryThreshold: 1 }), probe('b')];
  target.switch('a', 'down');
  await write({ probes, url: slow.url });
  await using picket = start();
  await picket.sees(/"msg":"incident"/);
  await write({ probes: [...probes, probe('c')] });
  await picket.sees(/"msg":"request".*"probe":"c"|"probe":"c".*"msg":"request"/);
  release();
  target.switch('a', 'up');
  await picket.sees(/"msg":"recovery"/);
  picket.kill('SIGTERM');
  await picket.ended;
  const typesOf = ({ received }: Receiver) => received.map(({ body }) => JSON.parse(body).type);
  expect(typesOf(slow)).toEqual(['incident']);
  expect(typesOf(receiver)).toEqual(['recovery']);
  await slow.close();
});
