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
  const child = startGit(place, args);
  child.stdin.on('error', () => {
    // It went away without reading all of its input; its exit code tells.
  });
  child.stdin.end(options.input);
  return await outcomeOf(child, args, options.timeout ?? defaultTimeout);
}

export type GitProcess = ChildProcessByStdio<Writable, Readable, Readable>;

/** Git with its streams open, in the settings that every call of the tracker has. */
export function startGit(place: GitPlace, args: readonly string[]): GitProcess {
  const where = 'path' in place ? ['-C', place.path] : [`--git-dir=${place.gitDir}`];
  return spawn('git', [...where, '--no-replace-objects', ...settings, ...args], {
    env: gitEnvironment(process.env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
}

export function outcomeOf(
  child: GitProcess,
  args: readonly string[],
  timeout: number,
): Promise<GitOutcome> {
  return new Promise((resolve, reject) => {
    const stdout: Buffer[] = [];
    const stderr: Buffer[] = [];
    let size = 0;
    const stop = (error: TrackerError): void => {
      clearTimeout(timer);
      child.kill('SIGTERM');
      reject(error);
    };
    const timer = setTimeout(() => stop(tookTooLong(args, timeout)), timeout);
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostOutput) stop(saidTooMuch(args));
      else stdout.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      if (stderr.length < 100) stderr.push(chunk);
    });
    child.on('error', cause => stop(cannotStart(cause)));
    child.on('close', (code, signal) => {
      clearTimeout(timer);
      resolve({
        exitCode: code ?? 128,
        stdout: Buffer.concat(stdout),
        stderr: signal === null ? Buffer.concat(stderr).toString().trim() : `ended by ${signal}`,
      });
    });
  });
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

export function gitFailed(args: readonly string[], outcome: GitOutcome): TrackerError {
  return new TrackerError(
    'GIT_FAILED',
    `git ${args[0]} ended with exit code ${outcome.exitCode}: ${outcome.stderr || 'it said nothing'}`,
    { remedy: 'run `tracker doctor` to see what is wrong with the repository' },
  );
}

function tookTooLong(args: readonly string[], timeout: number): TrackerError {
  return new TrackerError('GIT_FAILED', `git ${args[0]} took longer than ${timeout / 1000} s`, {
    remedy: 'try again; if it stays, look at the disk and at other git processes',
  });
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
