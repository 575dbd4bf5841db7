import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Loopback, serveHttp } from '../../fixtures/loopback.ts';
import { type PicketProcess, runPicket, startPicket } from '../../fixtures/picket-process.ts';
import { createTestFolder, type TestFolder } from '../../fixtures/test-folder.ts';
import {
  accept,
  type Behaviour,
  neverAnswer,
  type Receiver,
  startReceiver,
} from '../../fixtures/webhook-receiver.ts';
import { openStateFile } from '../state/sqlite.ts';

let folder: TestFolder;
let target: Loopback;
/** Requests the target has not answered, once it is told to hold them. */
const held: ServerResponse[] = [];
let answerAs: number | 'hold';
let receiver: Receiver;
let behave: Behaviour;

beforeEach(async () => {
  folder = await createTestFolder();
  answerAs = 200;
  behave = accept;
  held.length = 0;
  target = await serveHttp((_, response) => {
    if (answerAs === 'hold') held.push(response);
    else response.writeHead(answerAs).end();
  });
  receiver = await startReceiver((...asked) => behave(...asked));
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
  requests: [{ url: `http://127.0.0.1:${target.port}/${id}`, timeout: 60_000 }],
  ...more,
});
const write = (...probes: readonly object[]) =>
  folder.write('probes.yaml', {
    probes,
    notifications: [{ id: 'ops', type: 'webhook', url: receiver.url }],
  });

/** Starts it and waits until it watches; returns where it serves, too. */
async function start(...args: string[]): Promise<{ picket: PicketProcess; base: string }> {
  const picket = startPicket(['--metrics-port', '0', ...args], { cwd: folder.path });
  const [, base = ''] = await picket.sees(/"metrics":"(http:[^"]+)\/metrics"/);
  return { picket, base };
}

async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await condition())) await setTimeout(20);
}

/** Undefined where it takes longer. */
const withinSeconds = <T>(seconds: number, work: Promise<T>) =>
  Promise.race([work, setTimeout(seconds * 1000, undefined, { ref: false })]);

const statusOf = async (url: string) => (await fetch(url)).status;

describe('while it runs', () => {
  test('it serves health, readiness and metrics', async () => {
    await write(probe('a'));
    const { picket, base } = await start();
    await using _ = picket;
    await picket.sees(/"msg":"request"/);
    expect(await statusOf(`${base}/healthz`)).toBe(200);
    expect(await statusOf(`${base}/readyz`)).toBe(200);
    const metrics = await (await fetch(`${base}/metrics`)).text();
    expect(metrics).toMatch(/^probe_success\{.*probe="a".*\} 1$/m);
  });

  test('every line it writes is a JSON object with a level, a time and a message', async () => {
    await write(probe('a', { incidentThreshold: 2 }));
    answerAs = 503;
    const { picket } = await start();
    await using _ = picket;
    await picket.sees(/"msg":"incident"/);
    picket.kill('SIGTERM');
    const { stdout } = await picket.ended;
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line));
    for (const line of lines) {
      expect(line).toMatchObject({
        level: expect.stringMatching(/^(info|warn|error)$/),
        time: expect.stringMatching(/Z$/),
        msg: expect.any(String),
      });
    }
    expect(lines.find(({ msg }) => msg === 'incident')).toMatchObject({
      level: 'warn',
      probe: 'a',
      id: JSON.parse(receiver.received[0]?.body ?? '{}').id,
    });
  });

  test('its state file and its port are its own: another process is refused with exit code 1', async () => {
    await write(probe('a'));
    const { picket, base } = await start();
    await using _ = picket;
    const options = { cwd: folder.path };
    const sameState = await runPicket(['--metrics-port', '0'], options);
    expect(sameState.code).toBe(1);
    expect(sameState.stderr).toMatch(/^picket: the state file \S+ is in use by another process: /);
    const port = new URL(base).port;
    const samePort = await runPicket(['--metrics-port', port, '--state', 'other'], options);
    expect(samePort.code).toBe(1);
    expect(samePort.stderr).toMatch(
      new RegExp(`^picket: another process listens on port ${port} of 127\\.0\\.0\\.1: `),
    );
  });

  test('a taken port ends it also while a notification is owed that nobody takes', async () => {
    await write(probe('a', { incidentThreshold: 1 }));
    behave = neverAnswer;
    answerAs = 503;
    const first = await start();
    await until(() => receiver.received.length > 0);
    await first.picket[Symbol.asyncDispose]();
    const { picket, base } = await start('--state', 'other');
    await using _ = picket;
    const { port } = new URL(base);
    const ended = await runPicket(['--metrics-port', port], { cwd: folder.path, timeout: 5000 });
    expect(ended.code).toBe(1);
  });
});

describe('SIGTERM', () => {
  test('lets a slow request end, sends what comes of it, and exits 0', async () => {
    await write(probe('a', { incidentThreshold: 1 }));
    answerAs = 'hold';
    const { picket, base } = await start();
    await using _ = picket;
    await until(() => held.length > 0);
    picket.kill('SIGTERM');
    await until(async () => (await statusOf(`${base}/readyz`)) === 503);
    expect(await statusOf(`${base}/healthz`)).toBe(200);
    held[0]?.writeHead(503).end();
    expect(await picket.ended).toMatchObject({ code: 0, stderr: '' });
    expect(receiver.received).toHaveLength(1);
    expect(held).toHaveLength(1);
  });

  test('records the counts in progress', async () => {
    await write(probe('a', { incidentThreshold: 5 }));
    answerAs = 'hold';
    const { picket, base } = await start('--state', 'state.sqlite');
    await using _ = picket;
    await until(() => held.length > 0);
    picket.kill('SIGTERM');
    await until(async () => (await statusOf(`${base}/readyz`)) === 503);
    held[0]?.writeHead(503).end();
    await picket.ended;
    const file = openStateFile(`${folder.path}/state.sqlite`, { log: pino({ level: 'silent' }) });
    expect(await file.store.open('a')).toMatchObject({ states: [{ state: { streak: 1 } }] });
    await file.close();
  });

  test('does not wait long for the rest of an answer to a notification', async () => {
    await write(probe('a', { incidentThreshold: 1 }));
    answerAs = 503;
    behave = response => response.writeHead(200).write('and');
    const { picket } = await start();
    await using _ = picket;
    await until(() => receiver.received.length > 0);
    picket.kill('SIGTERM');
    expect(await withinSeconds(5, picket.ended)).toMatchObject({ code: 0, stderr: '' });
  });

  test.each(['a request', 'a notification'])('twice cuts short what waits for %s', async what => {
    await write(probe('a', { incidentThreshold: 1 }));
    answerAs = what === 'a request' ? 'hold' : 503;
    behave = neverAnswer;
    const { picket, base } = await start();
    await using _ = picket;
    await until(() => held.length + receiver.received.length > 0);
    picket.kill('SIGTERM');
    await until(async () => (await statusOf(`${base}/readyz`)) === 503);
    picket.kill('SIGTERM');
    expect(await withinSeconds(4, picket.ended)).toMatchObject({ code: 0, stderr: '' });
  });

  test('twice cuts short a pass, too', async () => {
    await write(probe('a'));
    answerAs = 'hold';
    await using picket = startPicket(['--once'], { cwd: folder.path });
    await until(() => held.length > 0);
    picket.kill('SIGTERM');
    const closed = held[0] && once(held[0], 'close');
    await until(() => {
      picket.kill('SIGTERM');
      return held[0]?.closed ?? false;
    });
    await closed;
    await picket.ended;
    expect(picket.stdout()).not.toContain('"msg":"request"');
  });
});
