import { runGit } from '../../store/git.ts';
import { isAncestor } from '../../store/read-objects.ts';
import { readHead } from '../../store/repository.ts';
import { takeIn } from '../../sync/take-in.ts';
import { type KnownCommit, knownCommits, readableCommits } from '../known-commits.ts';
import type { Patient } from '../patient.ts';

/** Commits that the branch is known to have had, can be read, and are not in it; those that others hold left out. */
export async function lostCommits(patient: Patient): Promise<readonly KnownCommit[]> {
  const started = await patient.started();
  const { remote } = patient.options;
  const readable = await readableCommits(started, await knownCommits(started, remote));
  // Read after them: another tracker may be moving the branch on.
  const head = await readHead(started);
  if (readable.length === 0 || head === undefined) return [];
  const { stdout } = await runGit(started, ['rev-list', '--no-walk', '--stdin'], {
    input: `${readable.map(({ commit }) => commit).join('\n')}\n^${head}\n`,
  });
  const outside = new Set(stdout.toString().split('\n'));
  const lost: KnownCommit[] = [];
  for (const known of readable.filter(({ commit }) => outside.has(commit))) {
    const covered = await anyContains(patient, lost, known.commit);
    if (!covered) lost.push(known);
  }
  return lost;
}

/** Brings lost commits back into the branch, as the union of what they and the branch hold. */
export async function takeBack(patient: Patient): Promise<void> {
  const actor = await patient.options.actor();
  for (const { commit, by } of await lostCommits(patient)) {
    await patient.withBoard(async board => {
      await takeIn(board, { commit, remote: `what ${by} knew`, actor });
    });
  }
}

async function anyContains(
  patient: Patient,
  others: readonly KnownCommit[],
  commit: string,
): Promise<boolean> {
  const repository = await patient.repository();
  for (const other of others) {
    if (await isAncestor(repository, commit, other.commit)) return true;
  }
  return false;
}
