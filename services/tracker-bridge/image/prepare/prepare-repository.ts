import { lstat, mkdir, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ExecaError, execa } from 'execa';
import type { Remote, Settings } from './settings.ts';

export type Prepared = 'kept' | 'made' | 'cloned';

/**
 * The repository with a board in it. One that is there is kept, whatever the remote has become; else it is made beside
 * its place, where whatever an attempt before has left is taken away, and moved there once it is complete.
 */
export async function prepareRepository({ path, command, remote }: Settings): Promise<Prepared> {
  if (await isThere(path)) {
    await requireRepository(path);
    if (remote !== undefined) await pointTo(path, remote);
    await begin(path, command);
    return 'kept';
  }
  const aside = `${path}.partial`;
  await rm(aside, { recursive: true, force: true });
  await mkdir(dirname(path), { recursive: true });
  if (remote === undefined) await git(['init', '--quiet', '--initial-branch=main', aside]);
  else await clone(remote, aside);
  if (remote === undefined || !(await takeOver(aside, command))) await begin(aside, command);
  await rename(aside, path);
  return remote === undefined ? 'made' : 'cloned';
}

/** It may be damaged, or something else: it is nobody's to delete but its owner's. */
async function requireRepository(path: string): Promise<void> {
  try {
    await git(['-C', path, 'rev-parse', '--git-dir']);
  } catch (cause) {
    if (!(cause instanceof ExecaError)) throw cause;
    const advice = 'Repair it, or move it away to have one made or cloned in its place.';
    throw new Error(`${path} cannot be opened. ${advice}\n${cause.stderr}`, { cause });
  }
}

async function clone({ url, branch }: Remote, folder: string): Promise<void> {
  // A server that falls silent is given up.
  const patience = ['-c', 'http.lowSpeedLimit=1', '-c', 'http.lowSpeedTime=60'];
  const which = branch === undefined ? [] : [`--branch=${branch}`];
  await git([...patience, 'clone', '--quiet', ...which, '--', url, folder]);
}

/** The address may have changed since it was cloned. */
async function pointTo(path: string, { url }: Remote): Promise<void> {
  const known = await git(['-C', path, 'remote']);
  const change = known.split('\n').includes('origin') ? 'set-url' : 'add';
  await git(['-C', path, 'remote', change, 'origin', url]);
}

/** Begins a board where there is none. */
async function begin(path: string, command: string): Promise<void> {
  const { exitCode, stdout } = await tracker(path, command, 'init');
  if (exitCode !== 0) throw new Error(`tracker init: ${stdout}`);
}

/** Whether the remote has a board, which the clone now has too. */
async function takeOver(path: string, command: string): Promise<boolean> {
  const { exitCode, stdout } = await tracker(path, command, 'sync');
  if (exitCode === 0) return true;
  if (stdout.includes('"NOT_INITIALISED"')) return false;
  throw new Error(`tracker sync: ${stdout}`);
}

const tracker = (path: string, command: string, subcommand: string) =>
  execa(process.execPath, [command, '--format=json', `--repo=${path}`, '--sync=off', subcommand], {
    reject: false,
    stdin: 'ignore',
    timeout: 600_000,
  });

async function git(args: readonly string[]): Promise<string> {
  const { stdout } = await execa('git', args, {
    stdin: 'ignore',
    timeout: 3_600_000,
    env: { GIT_TERMINAL_PROMPT: '0', LC_ALL: 'C' },
  });
  return stdout;
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(ignoreMissing)) !== undefined;
}

function ignoreMissing(error: unknown): undefined {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
  throw error;
}
