import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { Io } from './src/command/io.ts';
import { gitOutput } from './src/store/git.ts';

/**
 * Fills V8's compile cache with what the bundle's usual commands compile: the first process that loads a file leaves
 * there the functions it has run, and those after it take them as they are, so that this one runs them all.
 */
const bin: { load: () => Promise<{ main: (argv: readonly string[], io: Io) => Promise<number> }> } =
  await import(new URL('bin/load-command.js', import.meta.url).href);
const { main } = await bin.load();

const folder = mkdtempSync(join(tmpdir(), 'tracker-warm-up-'));
try {
  await gitOutput({ path: folder }, ['init', '--quiet']);
  for (const words of [
    ['init'],
    ['epic', 'create', '--title=x'],
    ['story', 'create', '--title=x', '--epic=1'],
    ['ticket', 'create', '--title=x', '--story=1', '--label=x'],
    ['ticket', 'update', '--id=1', '--priority=high'],
    ['ticket', 'comment', '--id=1', '--body=x'],
    ['ticket', 'read', '--id=1'],
    ['ticket', 'read', '--status=backlog'],
  ]) {
    for (const format of ['text', 'json']) await run(['--format', format, ...words]);
  }
} finally {
  rmSync(folder, { recursive: true });
}

async function run(words: readonly string[]): Promise<void> {
  let said = '';
  const io = {
    env: {},
    stdin: process.stdin,
    stdout: new Writable({ write: (_chunk, _encoding, done) => done() }),
    stderr: new Writable({
      write: (chunk, _encoding, done) => {
        said += chunk;
        done();
      },
    }),
    signal: new AbortController().signal,
  };
  const exitCode = await main(['--repo', folder, '--actor', 'warm-up', ...words], io);
  if (exitCode !== 0) throw new Error(`${words.join(' ')} ended with ${exitCode}: ${said}`);
}
