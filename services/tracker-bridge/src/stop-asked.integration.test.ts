import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { access, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hasEnded } from '../fixtures/processes-of.ts';
import { scriptedCommand } from '../fixtures/scripted-command.ts';

let scratch: string;
beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'stop-asked-'));
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

/** A server in short, of the same parts: it ends once the command has, which takes no notice of SIGTERM. */
const server = `
  const [runTracker, stopping, tempDir] = await Promise.all([
    import('${new URL('./run-tracker.ts', import.meta.url)}'),
    import('${new URL('./stop-asked.ts', import.meta.url)}'),
    import('${new URL('./run/own-temp-dir.ts', import.meta.url)}'),
  ]);
  const [command, marker, ready] = process.argv.slice(1);
  const stopped = stopping.stopAsked(process);
  await tempDir.ownTempDir('own-');
  process.on('SIGUSR2', () => { throw new Error('unforeseen'); });
  const runner = runTracker.createRunner({ command, env: process.env, limits: { graceMs: 600_000 } });
  runner.run({ argv: ['stubborn', marker, ready] }, new AbortController().signal).catch(() => {});
  await stopped;
  process.stdout.write('stopping');
  await runner.close();
`;

interface Started {
  readonly child: ChildProcess;
  readonly marker: string;
  readonly ended: Promise<unknown[]>;
}

async function start(): Promise<Started> {
  const [marker, ready] = [randomUUID(), join(scratch, 'ready')];
  const script = ['--input-type=module', '-e', server, scriptedCommand, marker, ready];
  const child = spawn(process.execPath, script, { env: { ...process.env, TMPDIR: scratch } });
  const ended = once(child, 'exit');
  await vi.waitFor(() => access(ready), { timeout: 60_000 });
  return { child, marker, ended };
}

test('the second signal ends it at once, with its command and its temporary folder', async () => {
  const { child, marker, ended } = await start();
  child.kill('SIGTERM');
  await once(child.stdout ?? child, 'data');
  child.kill('SIGINT');
  expect(await ended).toEqual([130, null]);
  await hasEnded(marker);
  expect(await readdir(scratch)).toEqual(['ready']);
});

test('an error that nobody foresaw leaves no more behind', async () => {
  const { child, marker, ended } = await start();
  child.kill('SIGUSR2');
  expect(await ended).toEqual([1, null]);
  await hasEnded(marker);
  expect(await readdir(scratch)).toEqual(['ready']);
});
