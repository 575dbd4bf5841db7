import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Check } from '../check.ts';
import type { Patient } from '../patient.ts';
import { type StaleFile, staleFiles } from '../stale-files.ts';

export const staleLocks: Check = {
  name: 'stale-locks',
  severity: 'warning',
  concerns: 'surroundings',
  about: 'no lock on the data branch was left behind by a git that died',
  remedy:
    '`tracker doctor --fix` removes locks that are older than an hour and that no process has open; remove others once no git is running',
  find: async patient =>
    (await locksOf(patient)).map(({ path, isFree }) => ({
      where: path,
      message: `it is older than an hour${isFree ? '' : ', and may still be in use'}`,
    })),
  fix: async patient => {
    for (const { path, isFree } of await locksOf(patient)) {
      if (isFree) await rm(path, { force: true });
    }
  },
};

async function locksOf(patient: Patient): Promise<readonly StaleFile[]> {
  const { gitDir, ref } = await patient.repository();
  const paths = [`${ref}.lock`, `logs/${ref}.lock`].map(name => join(gitDir, name));
  return await staleFiles(paths, patient.options.surroundings.now());
}
