import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isWriter } from '../../store/segment.ts';
import { ownFolder, readWriter } from '../../store/writer.ts';
import type { Check } from '../check.ts';

export const writerName: Check = {
  name: 'writer-name',
  severity: 'warning',
  concerns: 'surroundings',
  about: 'the name under which this clone writes its segments is whole',
  remedy: '`tracker doctor --fix` draws another; segments under the old one stay as they are',
  find: async patient => {
    const where = join(ownFolder(await patient.repository()), 'writer');
    const text = await readFile(where, 'utf8').catch(() => undefined);
    if (text === undefined || isWriter(text.trim())) return [];
    return [{ where, message: 'it holds something else than a name' }];
  },
  fix: async patient => {
    await readWriter(await patient.repository());
  },
};
