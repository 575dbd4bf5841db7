import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readCommit } from '../../history/commit-graph.ts';
import { ObjectReader } from '../../history/object-reader.ts';
import { gitOutput } from '../../store/git.ts';
import type { Repository } from '../../store/repository.ts';
import type { Check } from '../check.ts';
import { knownCommits, readableCommits } from '../known-commits.ts';
import { salvageLines } from '../mend/salvage-lines.ts';
import { setAside } from '../mend/set-aside.ts';
import { takeObjects } from '../mend/take-objects.ts';
import type { Patient } from '../patient.ts';

export const branchPresent: Check = {
  name: 'branch-present',
  severity: 'error',
  concerns: 'surroundings',
  about: 'the repository has the data branch',
  remedy: 'run `tracker init`, or `tracker sync` if the remote has it',
  find: async patient => {
    const repository = await patient.repository();
    if (repository.head !== undefined || (await faultOfRef(repository)) !== undefined) return [];
    return [{ where: repository.ref, message: 'there is no such branch' }];
  },
};

export const branchRef: Check = {
  name: 'branch-ref',
  severity: 'error',
  concerns: 'data',
  about: 'the data branch points to a commit that can be read, if it was ever there',
  remedy:
    '`tracker doctor --fix` fetches the commit from the remote, or else sets the branch to the newest commit that is known to have been on it and adds what the cache knows beyond',
  find: async patient => {
    const repository = await patient.repository();
    const message = await faultOfRef(repository);
    return message === undefined ? [] : [{ where: repository.ref, message }];
  },
  fix: restoreRef,
};

/** What is wrong with a ref that is there, or was. */
async function faultOfRef(repository: Repository): Promise<string | undefined> {
  const { gitDir, ref, head } = repository;
  if (head !== undefined) {
    using reader = new ObjectReader(repository);
    const commit = await readCommit(reader, head);
    return typeof commit === 'string' ? `its commit ${head} is ${commit}` : undefined;
  }
  const found = await stat(join(gitDir, ref)).catch(() => undefined);
  if (found?.isFile()) {
    const text = await readFile(join(gitDir, ref), 'latin1').catch(() => '');
    return text.trim() === '' ? 'its file is empty' : 'its file holds something else than a commit';
  }
  const log = await stat(join(gitDir, 'logs', ref)).catch(() => undefined);
  return log === undefined ? undefined : 'it is gone, and its log is still there';
}

async function restoreRef(patient: Patient): Promise<void> {
  const { remote, surroundings } = patient.options;
  const repository = await patient.repository();
  if (repository.head !== undefined) {
    await takeObjects(patient, [{ oid: repository.head, kind: 'commit', where: repository.ref }]);
    patient.reset();
    if ((await faultOfRef(await patient.repository())) === undefined) return;
  }
  const [best] = await readableCommits(repository, await knownCommits(repository, remote));
  if (best === undefined) return;
  const file = join(repository.gitDir, repository.ref);
  if ((await stat(file).catch(() => undefined)) !== undefined) {
    await setAside(repository, file, surroundings.now());
  }
  await gitOutput(repository, ['update-ref', '--no-deref', repository.ref, best.commit]);
  patient.reset();
  await salvageLines(patient);
}
