import { TrackerError } from '../../errors.ts';
import { refuseCheckedOut } from '../../store/checked-out.ts';
import { addCommit, type NewFile } from '../../store/commit.ts';
import type { Patient, Started } from '../patient.ts';

const mostTries = 5;

/** Commits files that are planned on the newest commit; planned anew if the branch has moved meanwhile. */
export async function commitFiles(
  patient: Patient,
  message: string,
  plan: (started: Started) => Promise<readonly NewFile[]>,
): Promise<void> {
  const { actor, surroundings } = patient.options;
  const name = await actor();
  let said = '';
  for (let tries = 0; tries < mostTries; tries += 1) {
    patient.reset();
    const started = await patient.started();
    await refuseCheckedOut(started);
    const files = await plan(started);
    if (files.length === 0) return;
    const outcome = await addCommit(started, {
      parents: [started.head],
      files,
      message,
      actor: name,
      time: surroundings.now(),
    });
    patient.reset();
    if (outcome.kind === 'committed') return;
    said = outcome.said;
  }
  throw new TrackerError('CONFLICT', `git would not move the data branch: ${said}`);
}
