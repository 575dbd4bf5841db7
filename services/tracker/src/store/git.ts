import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { TrackerError } from '../errors.ts';
import { gitEnvironment } from './git-environment.ts';

/** Where git is run: a path that users gave, or the Git directory that was found there. */
export type GitPlace = { readonly path: string } | { readonly gitDir: string };

export interface GitOptions {
  readonly input?: string | Buffer;
  /** Milliseconds; a minute unless told. */
  readonly timeout?: number;
  /** Ends git when it aborts; its reason is what is thrown, if that is an error of ours. */
  readonly signal?: AbortSignal;
  /** Git and what it starts are a process group, which is ended as one: helpers of remotes outlive their git. */
  readonly group?: boolean;
}

export interface GitOutcome {
  readonly exitCode: number;
  readonly stdout: Buffer;
  readonly stderr: string;
}

/**
 * Nothing of the repository's own settings may run a program or touch the index: no hooks (also `update-ref` has
 * one), no file system monitor, no maintenance in the background, no transport that is a command line.
 */
const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'gc.auto=0',
  'maintenance.auto=false',
  'protocol.ext.allow=never',
].flatMap(setting => ['-c', setting]);

const defaultTimeout = 60_000;
const mostOutput = 512 * 1024 * 1024;

/** Runs git to its end. Rejects only if it can't be started or takes too long: the exit code is the caller's to judge. */
export async function runGit(
  place: GitPlace,
  args: readonly string[],
  options: GitOptions = {},
): Promise<GitOutcome> {
  const child = startGit(place, args, options);
  child.stdin.on('error', () => {
    // It went away without reading all of its input; its exit code tells.
  });
  child.stdin.end(options.input);
  return await outcomeOf(child, args, options.timeout ?? defaultTimeout, options);
}

export type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Git with its streams open, in the settings that every call of the tracker has. */
export function startGit(
  place: GitPlace,
  args: readonly string[],
  { group = false }: Pick<GitOptions, 'group'> = {},
): GitProcess {
  const where = 'path' in place ? ['-C', place.path] : [`--git-dir=${place.gitDir}`];
  return spawn('git', [...where, '--no-replace-objects', ...settings, ...args], {
    env: gitEnvironment(process.env),
    detached: group,
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

export function outcomeOf(
  child: GitProcess,
  args: readonly string[],
  timeout: number,
  { signal, group = false }: Pick<GitOptions, 'signal' | 'group'> = {},
): Promise<GitOutcome> {
  return new Promise((resolve, reject) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let size = 0;
    const stop = (error: TrackerError): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      end(child, group);
      // What git started in its turn may live on, and would keep these open, and with them this process.
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      child.unref();
      reject(error);
    };
    const onAbort = (): void => stop(stopped(args, signal?.reason));
    const timer = setTimeout(() => stop(tookTooLong(args, timeout)), timeout);
    signal?.addEventListener('abort', onAbort);
    if (signal?.aborted) onAbort();
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostOutput) stop(saidTooMuch(args));
      else stdout.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < 100) stderr.push(chunk);
    });
    child.on('error', cause => stop(cannotStart(cause)));
    child.on('close', (code, killedBy) => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', onAbort);
      resolve({
        exitCode: code ?? 128,
        stdout: Buffer.concat(stdout),
        stderr:
          killedBy === null ? Buffer.concat(stderr).toString().trim() : `ended by ${killedBy}`,
      });
    });
  });
}

function end(child: GitProcess, group: boolean): void {
  if (!group || child.pid === undefined) {
    child.kill('SIGTERM');
    return;
  }
  try {
    process.kill(-child.pid, 'SIGTERM');
  } catch {
    // All of it had just ended by itself.
  }
}

/** What git printed, where only success will do. */
export async function gitOutput(
  place: GitPlace,
  args: readonly string[],
  options?: GitOptions,
): Promise<Buffer> {
  const outcome = await runGit(place, args, options);
  if (outcome.exitCode !== 0) throw gitFailed(args, outcome);
  return outcome.stdout;
}

/** What git said on several lines, to stand in a message. The words may be a hostile remote's: no search goes back. */
export function inOneLine(said: string): string {
  return said
    .split('\n')
    .map(line => line.trim())
    .filter(line => line !== '')
    .join('; ');
}

export function gitFailed(args: readonly string[], outcome: GitOutcome): TrackerError {
  const isFull = /no space left|out of disk ?space|disk quota exceeded/i.test(outcome.stderr);
  return new TrackerError(
    'GIT_FAILED',
    `git ${args[0]} ended with exit code ${outcome.exitCode}: ${inOneLine(outcome.stderr) || 'it said nothing'}`,
    {
      remedy: isFull
        ? 'make room on the disk, and try again'
        : 'run `tracker doctor` to see what is wrong with the repository',
    },
  );
}

function tookTooLong(args: readonly string[], timeout: number): TrackerError {
  return new TrackerError('GIT_FAILED', `git ${args[0]} took longer than ${timeout / 1000} s`, {
    remedy: 'try again; if it stays, look at the disk and at other git processes',
  });
}

function stopped(args: readonly string[], reason: unknown): TrackerError {
  if (reason instanceof TrackerError) return reason;
  return new TrackerError('GIT_FAILED', `git ${args[0]} was stopped`, { cause: reason });
}

function saidTooMuch(args: readonly string[]): TrackerError {
  return new TrackerError('GIT_FAILED', `git ${args[0]} printed more than ${mostOutput} bytes`);
}

function cannotStart(cause: Error): TrackerError {
  return new TrackerError('GIT_MISSING', `git cannot be started: ${cause.message}`, {
    remedy: 'install git 2.31 or newer and see that it is on the PATH',
    cause,
  });
}
