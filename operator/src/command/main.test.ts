import { EventEmitter } from 'node:events';
import { setTimeout } from 'node:timers/promises';
import { createTestFolder } from '@picket/monitor/fixtures/test-folder';
import {
  type Behaviour,
  neverAnswer,
  refuse,
  reset,
} from '@picket/monitor/fixtures/webhook-receiver';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startStubApiServer } from '../../fixtures/stub-api-server.ts';
import { main } from './main.ts';

/** The command in this process, with streams and signals of its own. */
function run(...argv: readonly string[]) {
  const signals = new EventEmitter();
  const out: string[] = [];
  const errors: string[] = [];
  const ended = main(argv, {
    stdout: { write: text => out.push(text) },
    stderr: { write: text => errors.push(text) },
    env: { POD_NAME: 'a' },
    on: (signal, listener) => signals.on(signal, listener),
    off: (signal, listener) => signals.off(signal, listener),
  });
  return { signals, out, errors, ended };
}

/** It serves, by what its log says. */
async function served(out: readonly string[]): Promise<string> {
  for (;;) {
    const line = out.map(text => JSON.parse(text)).find(({ port }) => port !== undefined);
    if (line !== undefined) return `http://127.0.0.1:${line.port}`;
    await setTimeout(10);
  }
}

async function folderWith(name: string, content: unknown): Promise<string> {
  const folder = await createTestFolder();
  onTestFinished(() => folder[Symbol.asyncDispose]());
  return folder.write(name, content);
}

async function stubApiServer(behave: Behaviour): Promise<string> {
  const server = await startStubApiServer(behave);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return `--kubeconfig=${server.kubeconfig}`;
}

const local = ['--host=127.0.0.1', '--port=0'] as const;

describe('what keeps it from starting is said, and its exit code tells', () => {
  test('help and version are no error', async () => {
    const help = run('--help');
    expect(await help.ended).toBe(0);
    expect(help.out.join('')).toContain('Usage: picket-operator');
    const version = run('--version');
    expect(await version.ended).toBe(0);
  });

  test('a wrong option', async () => {
    const { ended, errors } = run('--port=many');
    expect(await ended).toBe(2);
    expect(errors.join('')).toMatch(/--port.*\n.*--help/s);
  });

  test('a file that is not there', async () => {
    const { ended, errors } = run('--config=/nowhere/picket.yaml');
    expect(await ended).toBe(1);
    expect(errors.join('')).toContain('/nowhere/picket.yaml: there is no such file');
  });

  test('a file with mistakes', async () => {
    const file = await folderWith('picket.yaml', 'notifications: [{ id: pager }]\negress: 1\n');
    const { ended, errors } = run(`--config=${file}`);
    expect(await ended).toBe(1);
    expect(errors.join('')).toMatch(/notifications\[0\].*egress/s);
  });

  test('a kubeconfig that can’t be used', async () => {
    const { ended, errors } = run('--kubeconfig=/nowhere/kubeconfig');
    expect(await ended).toBe(1);
    expect(errors.join('')).toContain("the kubeconfig can't be used");
  });

  test('a port that is taken', async () => {
    const kubeconfig = await stubApiServer(neverAnswer);
    const first = run(kubeconfig, ...local);
    const { port } = new URL(await served(first.out));
    const { ended, errors } = run(kubeconfig, '--host=127.0.0.1', `--port=${port}`);
    expect(await ended).toBe(1);
    expect(errors.join('')).toContain(`port ${port}`);
    first.signals.emit('SIGTERM');
    await first.ended;
  });
});

// Each keeps it from ever being ready, in a way of its own.
describe.each<[string, Behaviour]>([
  ['answers nothing', neverAnswer],
  ['is away', reset],
  ['lets us do nothing', refuse(403)],
  ['has no such kind', refuse(404)],
])('with an API server that %s', (_, behave) => {
  test.each(['SIGTERM', 'SIGINT'])(
    'it lives, is not ready, and ends at once by %s',
    async signal => {
      const { signals, out, errors, ended } = run(await stubApiServer(behave), ...local);
      const url = await served(out);
      expect((await fetch(`${url}/livez`)).status).toBe(200);
      expect((await fetch(`${url}/readyz`)).status).toBe(503);
      expect(await (await fetch(`${url}/metrics`)).text()).toContain('picket_lease_held 0');
      signals.emit(signal);
      expect(await ended).toBe(0);
      expect(errors).toEqual([]);
      expect(signals.listenerCount('SIGTERM')).toBe(0);
    },
  );
});

test.each(['', '# nothing yet\n', '{}'])('a file that says nothing, %j, does', async text => {
  const file = await folderWith('picket.yaml', text);
  const kubeconfig = await stubApiServer(neverAnswer);
  const { signals, out, errors, ended } = run(kubeconfig, `--config=${file}`, ...local);
  await served(out);
  signals.emit('SIGTERM');
  expect(await ended).toBe(0);
  expect(errors).toEqual([]);
});
