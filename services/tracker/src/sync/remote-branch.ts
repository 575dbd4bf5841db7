import { type GitOutcome, gitOutput } from '../store/git.ts';
import { readRef } from '../store/read-objects.ts';
import type { Repository } from '../store/repository.ts';
import { remoteError } from './remote-error.ts';
import { alias, type RemoteCall, runRemoteGit } from './remote-git.ts';

/** Where the remote's branch is now; undefined where it has none. */
export async function readRemoteHead(call: RemoteCall): Promise<string | undefined> {
  const { repository, remote } = call;
  const outcome = await runRemoteGit(call, ['ls-remote', '--quiet', alias, repository.ref]);
  if (outcome.exitCode !== 0) throw remoteError(remote.name, 'asking for its branches', outcome);
  // The pattern also matches refs that end in it.
  for (const line of outcome.stdout.toString().split('\n')) {
    const [oid, ref] = line.split('\t');
    if (ref === repository.ref) return oid;
  }
  return undefined;
}

/** Brings the remote's branch into `incomingRef`, and resolves to its commit. Undefined if it has gone meanwhile. */
export async function fetchBranch(call: RemoteCall): Promise<string | undefined> {
  const { repository, remote } = call;
  const to = incomingRef(repository, remote.name);
  const outcome = await fetchInto(call, to);
  if (outcome.exitCode === 0) return await readRef(repository, to);
  if ((await readRemoteHead(call)) === undefined) return undefined;
  throw remoteError(remote.name, 'fetching', outcome);
}

/** Fetches the remote's branch, and nothing else of it, into a ref of the repository. */
export async function fetchInto(call: RemoteCall, to: string): Promise<GitOutcome> {
  return await runRemoteGit(call, [
    'fetch',
    '--quiet',
    '--no-tags',
    '--no-write-fetch-head',
    '--no-recurse-submodules',
    '--no-auto-maintenance',
    '--no-prune',
    '--no-filter',
    '--refmap=',
    alias,
    `+${call.repository.ref}:${to}`,
  ]);
}

/** What was last fetched, be it taken in or refused. */
export function incomingRef(repository: Repository, remote: string): string {
  return `refs/tracker/incoming/${encodeURIComponent(remote)}/${branchOf(repository)}`;
}

/** What of the remote's branch was last taken in: what comes next must contain it. */
export function trackingRef(repository: Repository, remote: string): string {
  return `refs/tracker/remotes/${encodeURIComponent(remote)}/${branchOf(repository)}`;
}

function branchOf({ ref }: Repository): string {
  return ref.slice('refs/heads/'.length);
}

export async function moveRef(repository: Repository, ref: string, commit: string): Promise<void> {
  await gitOutput(repository, ['update-ref', ref, commit]);
}
