import { randomUUID } from 'node:crypto';
import { access, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { hasBegun, hasEnded } from '../fixtures/processes-of.ts';
import { scriptedCommand } from '../fixtures/scripted-command.ts';
import { createRunner, type RunLimits, type Runner } from './run-tracker.ts';

const never = new AbortController().signal;
const runners: Runner[] = [];
afterEach(async () => {
  await Promise.all(runners.splice(0).map(runner => runner.close()));
});

function runnerWith(limits: Partial<RunLimits> = {}): Runner {
  const env = { PATH: process.env.PATH ?? '' };
  const runner = createRunner({ command: scriptedCommand, env, limits });
  runners.push(runner);
  return runner;
}

test('tells output and exit code; a signal as shells do', async () => {
  const runner = runnerWith();
  const argv = ['echo', 'a b', "'$(id)'", '', 'ü😀'];
  expect(await runner.run({ argv }, never)).toMatchObject({
    exitCode: 0,
    signal: null,
    json: argv,
  });
  const killed = await runner.run({ argv: ['die', 'SIGKILL'] }, never);
  expect(killed).toMatchObject({ exitCode: 137, signal: 'SIGKILL', stdout: '', json: null });
});

test('a gigabyte of output is cut off, and its memory not kept', async () => {
  const runner = runnerWith({ outputBytes: 4 * 1_048_576 });
  const before = process.memoryUsage.rss();
  await expect(runner.run({ argv: ['flood'] }, never)).rejects.toMatchObject({
    code: 'OUTPUT_LIMIT',
  });
  expect(process.memoryUsage.rss() - before).toBeLessThan(256 * 1_048_576);
});

test.each(['hang', 'stubborn', 'nest'])('%s: ended when its time is over', async deed => {
  const marker = randomUUID();
  const runner = runnerWith({ timeoutMs: 1_500, graceMs: 300 });
  await expect(runner.run({ argv: [deed, marker] }, never)).rejects.toMatchObject({
    code: 'TIMED_OUT',
  });
  await hasEnded(marker);
});

test.each(['stubborn', 'nest'])('%s: ended when its caller gives up', async deed => {
  const marker = randomUUID();
  const runner = runnerWith({ graceMs: 300 });
  const caller = new AbortController();
  const run = runner.run({ argv: [deed, marker] }, caller.signal);
  run.catch(() => {});
  await hasBegun(marker);
  caller.abort(new Error('gone'));
  await expect(run).rejects.toThrow('gone');
  await hasEnded(marker);
});

test('a process left in the group ends with the command, one that went away is not waited for', async () => {
  const marker = randomUUID();
  const runner = runnerWith();
  const result = await runner.run({ argv: ['leave', marker] }, never);
  expect(result).toMatchObject({ exitCode: 3, json: expect.any(Number) });
  await hasEnded(marker);
  const other = randomUUID();
  const away = await runner.run({ argv: ['leave', other, 'away'] }, never);
  expect(away).toMatchObject({ exitCode: 3, json: expect.any(Number) });
  process.kill(Number(away.json), 'SIGKILL');
  await hasEnded(other);
});

test('as many as may run do, as many as may wait wait, the others are refused', async () => {
  const marker = randomUUID();
  const runner = runnerWith({ concurrency: 2, waiting: 1, graceMs: 300 });
  const caller = new AbortController();
  const running = [1, 2].map(() => runner.run({ argv: ['hang', marker] }, caller.signal));
  const waiting = runner.run({ argv: ['echo', 'waited'] }, never);
  await expect(runner.run({ argv: ['echo'] }, never)).rejects.toMatchObject({ code: 'BUSY' });
  caller.abort();
  await Promise.allSettled(running);
  expect(await waiting).toMatchObject({ json: ['echo', 'waited'] });
});

test('who gives up waiting leaves the line, and whoever waits too long is told', async () => {
  const runner = runnerWith({ concurrency: 1, waiting: 1, waitMs: 1_000, graceMs: 300 });
  const running = runner.run({ argv: ['hang'] }, never);
  running.catch(() => {});
  const caller = new AbortController();
  const leaver = runner.run({ argv: ['echo'] }, caller.signal);
  caller.abort(new Error('gone'));
  await expect(leaver).rejects.toThrow('gone');
  await expect(runner.run({ argv: ['echo'] }, never)).rejects.toMatchObject({
    code: 'BUSY',
    message: expect.stringContaining('within 1 s'),
  });
});

test('closing ends what runs and what waits, also the stubborn, and refuses the rest', async () => {
  const marker = randomUUID();
  const runner = runnerWith({ concurrency: 1, graceMs: 500 });
  const ready = join(tmpdir(), marker);
  const running = runner.run({ argv: ['stubborn', marker, ready] }, never);
  const waiting = runner.run({ argv: ['echo'] }, never);
  const ended = Promise.allSettled([running, waiting]);
  await vi.waitFor(() => access(ready), { timeout: 30_000 });
  await runner.close();
  await rm(ready);
  await hasEnded(marker);
  const unavailable = { status: 'rejected', reason: { code: 'UNAVAILABLE' } };
  expect(await ended).toMatchObject([unavailable, unavailable]);
  await expect(runner.run({ argv: [] }, never)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
});

test('what cannot be started is the fault of whom it is', async () => {
  const runner = runnerWith();
  const refused = { code: 'BAD_REQUEST' };
  await expect(runner.run({ argv: ['a\0b'] }, never)).rejects.toMatchObject(refused);
  await expect(runner.run({ argv: ['x'.repeat(140_000)] }, never)).rejects.toMatchObject(refused);
  const many = Array.from({ length: 900 }, () => 'x'.repeat(100_000));
  await expect(runner.run({ argv: many }, never)).rejects.toMatchObject(refused);
  await expect(runner.run({ argv: [], cwd: '/not/there' }, never)).rejects.toMatchObject({
    ...refused,
    message: 'cwd: there is no folder /not/there',
  });
});

test('a text too long for an argument reaches the command', async () => {
  const runner = runnerWith();
  const text = '😀'.repeat(65_536);
  const { stdout } = await runner.run({ argv: ['read', `--body=${text}`] }, never);
  expect(stdout).toBe(`${text}\r\n`);
});
