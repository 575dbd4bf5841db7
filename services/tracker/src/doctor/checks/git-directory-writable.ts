import { access, constants } from 'node:fs/promises';
import { join } from 'node:path';
import { ownFolder } from '../../store/writer.ts';
import type { Check, Problem } from '../check.ts';

export const gitDirectoryWritable: Check = {
  name: 'git-directory-writable',
  severity: 'warning',
  concerns: 'surroundings',
  about: 'the folders of the Git directory that a write needs may be written to',
  remedy:
    'give the user that runs the tracker the right to write there; until then only reading works',
  find: async patient => {
    const repository = await patient.repository();
    const names = ['.', 'objects', 'refs', 'refs/heads'];
    const places = [...names.map(name => join(repository.gitDir, name)), ownFolder(repository)];
    const problems: Problem[] = [];
    for (const where of places) {
      const message = await faultOf(where);
      if (message !== undefined) problems.push({ where, message });
    }
    return problems;
  },
};

async function faultOf(folder: string): Promise<string | undefined> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    // What is not there yet is made at the first write.
    const isAbsent = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return isAbsent ? undefined : 'it may not be written to';
  }
}
