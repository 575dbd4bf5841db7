import { basename, dirname } from 'node:path';
import { TrackerError } from '../errors.ts';
import { type GitOutcome, runGit } from '../store/git.ts';
import type { Remote } from '../store/remote-name.ts';
import type { Repository } from '../store/repository.ts';
import { syncStopped } from './remote-error.ts';

/** How long one call may talk to a remote, in milliseconds. */
const remoteTimeout = 120_000;

/** Whom to talk to, about which repository. */
export interface RemoteCall {
  readonly repository: Repository;
  readonly remote: Remote;
  readonly signal: AbortSignal;
  /** Milliseconds; `remoteTimeout` unless told. */
  readonly timeout?: number;
}

/** Runs a git that talks to a remote. Nothing prompts; a remote that does not answer in time is REMOTE_FAILED. */
export async function runRemoteGit(call: RemoteCall, args: readonly string[]): Promise<GitOutcome> {
  const { repository, remote, signal, timeout = remoteTimeout } = call;
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(syncStopped(signal.reason));
  const timer = setTimeout(() => stop.abort(tooSlow(remote.name, timeout)), timeout);
  signal.addEventListener('abort', onAbort);
  if (signal.aborted) onAbort();
  try {
    return await runGit(repository, [...place(repository), ...settingsFor(call), ...args], {
      // Its own limit must not come first: that would be git's failure, and this is the remote's.
      timeout: timeout + 10_000,
      signal: stop.signal,
      group: true,
    });
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** Where git is to stand: a remote's address may be a path relative to the working tree. */
function place({ gitDir }: Repository): readonly string[] {
  return ['-C', basename(gitDir) === '.git' ? dirname(gitDir) : gitDir];
}

/**
 * What git calls the remote while the tracker talks to it. Only how it is reached is said of it: under its own name,
 * fetches and pushes would move the user's refs/remotes, and a mirror would push every ref with force.
 */
export const alias = 'the-remote-of-the-tracker';

function settingsFor({ remote }: RemoteCall): readonly string[] {
  const settings = [
    'credential.interactive=false',
    'fetch.writeCommitGraph=false',
    // Should the tracker be killed, nobody else would end a git that waits for a silent server.
    'http.lowSpeedLimit=1',
    `http.lowSpeedTime=${remoteTimeout / 1000}`,
    ...remote.settings.map(([key, value]) => `remote.${alias}.${key}=${value}`),
    ...(remote.ownAskPass ? [] : ['core.askPass=']),
    ...(remote.ownSshCommand || hasSshOfItsOwn(process.env)
      ? []
      : ['core.sshCommand=ssh -o BatchMode=yes -o ConnectTimeout=30 -o ServerAliveInterval=30']),
  ];
  return settings.flatMap(setting => ['-c', setting]);
}

function hasSshOfItsOwn(env: NodeJS.ProcessEnv): boolean {
  return env.GIT_SSH_COMMAND !== undefined || env.GIT_SSH !== undefined;
}

function tooSlow(remote: string, timeout: number): TrackerError {
  return new TrackerError(
    'REMOTE_FAILED',
    `the remote ${remote} did not finish answering within ${timeout / 1000} s`,
    { remedy: `see whether \`git ls-remote ${remote}\` works; nothing is lost, sync again later` },
  );
}
