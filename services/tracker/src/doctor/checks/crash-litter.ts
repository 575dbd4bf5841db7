import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Repository } from '../../store/repository.ts';
import { ownFolder } from '../../store/writer.ts';
import type { Check } from '../check.ts';
import type { Patient } from '../patient.ts';
import { namedIn, type StaleFile, staleFiles } from '../stale-files.ts';

export const crashLitter: Check = {
  name: 'crash-litter',
  severity: 'info',
  concerns: 'surroundings',
  about: 'processes that were killed left no half-written files behind',
  remedy: '`tracker doctor --fix` removes those older than an hour that no process has open',
  find: async patient =>
    (await litterOf(patient)).map(({ path, isFree }) => ({
      where: path,
      message: `it was left behind${isFree ? '' : ', or is still in use'}`,
    })),
  fix: async patient => {
    for (const { path, isFree } of await litterOf(patient)) {
      if (isFree) await rm(path, { force: true });
    }
  },
};

async function litterOf(patient: Patient): Promise<readonly StaleFile[]> {
  const repository = await patient.repository();
  const { gitDir } = repository;
  const paths = [
    ...(await crashReports(repository)),
    ...(await namedIn(join(gitDir, 'objects/pack'), /^(tmp_pack|tmp_idx|tmp_rev)_/)),
    ...(await looseObjectsBegun(gitDir)),
    ...(await namedIn(ownFolder(repository), /^writer\.\d+$/)),
  ];
  return await staleFiles(paths, patient.options.surroundings.now());
}

async function looseObjectsBegun(gitDir: string): Promise<readonly string[]> {
  const folders = await namedIn(join(gitDir, 'objects'), /^[0-9a-f]{2}$/);
  return (await Promise.all(folders.map(folder => namedIn(folder, /^tmp_obj_/)))).flat();
}

/** Reports of other programs' fast-imports are theirs to keep. */
async function crashReports({ gitDir, ref }: Repository): Promise<readonly string[]> {
  const ours: string[] = [];
  for (const path of await namedIn(gitDir, /^fast_import_crash_\d+$/)) {
    const report = await readFile(path, 'utf8').catch(() => '');
    if (report.includes(ref)) ours.push(path);
  }
  return ours;
}
