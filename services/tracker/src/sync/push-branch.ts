import { redactAddresses, remoteError } from './remote-error.ts';
import { alias, type RemoteCall, runRemoteGit } from './remote-git.ts';

/**
 * `refused`: the remote was reached, and did not take it; `said` is why. `isRace` where the words are those of a ref
 * that somebody else is moving; without them, whether the remote's branch has moved tells.
 */
export type PushOutcome =
  | { readonly kind: 'pushed' }
  | { readonly kind: 'refused'; readonly said: string; readonly isRace: boolean };

/** Pushes one commit as the remote's branch, never with force. */
export async function pushBranch(call: RemoteCall, commit: string): Promise<PushOutcome> {
  const { repository, remote } = call;
  const outcome = await runRemoteGit(call, [
    'push',
    '--porcelain',
    '--no-follow-tags',
    '--recurse-submodules=no',
    '--no-signed',
    '--no-verify',
    alias,
    `${commit}:${repository.ref}`,
  ]);
  if (outcome.exitCode === 0) return { kind: 'pushed' };
  const refusal = refusalIn(outcome.stdout.toString());
  if (refusal === undefined) throw remoteError(remote.name, 'pushing', outcome);
  const said = redactAddresses([refusal, ...hintsOfRemote(outcome.stderr)].join('\n'));
  return { kind: 'refused', said, isRace: raceWords.test(refusal) };
}

const raceWords =
  /fetch first|non-fast-forward|failed to update ref|cannot lock ref|already exists/;

/** Git's line for a ref that was not moved: `!`, the refspec and the reason, with tabs between. */
function refusalIn(output: string): string | undefined {
  const line = output.split('\n').find(text => text.startsWith('!\t'));
  return line?.split('\t')[2];
}

/** What the remote's hooks and rules say of it. */
function hintsOfRemote(said: string): readonly string[] {
  return said.split('\n').filter(line => line.startsWith('remote:'));
}
