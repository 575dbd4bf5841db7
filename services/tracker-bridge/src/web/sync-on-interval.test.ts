import { expect, test } from 'vitest';
import { BridgeError } from '../errors.ts';
import type { RunResult } from '../run-tracker.ts';
import { syncOnInterval } from './sync-on-interval.ts';

const ended = (exitCode: number, json: unknown = null): RunResult => ({
  exitCode,
  json,
  signal: null,
  stdout: '',
  stderr: '',
});

/** What is waited for and logged while the runs end so, one after the other. */
async function watch(ends: readonly (RunResult | Error)[], intervalMs: number) {
  const stopping = new AbortController();
  const waits: number[] = [];
  const log: [string, object][] = [];
  const asked: unknown[] = [];
  const left = [...ends];
  await syncOnInterval(
    {
      repo: '/repo',
      tempDir: '/temp',
      intervalMs,
      runner: {
        async run(input) {
          asked.push(input);
          const end = left.shift();
          if (end instanceof Error) throw end;
          return end ?? ended(0);
        },
      },
      log: {
        info: (about, message) => void log.push([message, about]),
        warn: (about, message) => void log.push([message, about]),
      },
      async wait(ms) {
        waits.push(ms);
        if (left.length > 0) return;
        stopping.abort();
        throw new Error('stopped');
      },
    },
    stopping.signal,
  );
  return { waits, log, asked };
}

test('runs sync in the repository, and keeps silent while it works', async () => {
  const { waits, log, asked } = await watch([ended(0), ended(0)], 1_000);
  const input = { argv: ['sync'], repo: '/repo', tempDir: '/temp' };
  expect(asked).toEqual([input, input]);
  expect([waits, log]).toEqual([[1_000, 1_000, 1_000], []]);
});

test('waits longer after each failure, tells why, and that it works again', async () => {
  const error = { code: 'REMOTE_FAILED', message: 'the remote is away' };
  const { waits, log } = await watch(
    [ended(4, { ok: false, error }), ended(137), new BridgeError('BUSY', 'later'), ended(0)],
    1_000,
  );
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 1_000]);
  expect(log).toEqual([
    ['sync failed', { code: 'REMOTE_FAILED', problem: 'the remote is away', failures: 1 }],
    ['sync failed', { code: 'EXIT', problem: 'exit code 137', failures: 2 }],
    ['sync failed', { code: 'BUSY', problem: 'later', failures: 3 }],
    ['sync works again', { failures: 3 }],
  ]);
});

test('waits no longer than an hour, or than it is told', async () => {
  const failing = Array.from({ length: 3 }, () => ended(1));
  expect((await watch(failing, 1_800_000)).waits.at(-1)).toBe(3_600_000);
  expect((await watch(failing, 7_200_000)).waits.at(-1)).toBe(7_200_000);
});

test('a defect is not kept to itself', async () => {
  await expect(watch([new Error('defect')], 1_000)).rejects.toThrow('defect');
});
