import { TrackerError } from '../../errors.ts';
import { checkFormatFile } from '../../store/format.ts';
import { readBlobs, readTree } from '../../store/read-objects.ts';
import { formatFile, formatVersion, parseSegmentPath } from '../../store/segment.ts';
import { type Check, Unavailable } from '../check.ts';
import { commitFiles } from '../mend/commit-files.ts';
import type { Patient } from '../patient.ts';

export const formatVersionKnown: Check = {
  name: 'format-version',
  severity: 'error',
  concerns: 'surroundings',
  about: 'the data is of a format that this version knows',
  remedy: 'install a newer tracker',
  find: async patient => {
    const error = await faultOfFormat(patient);
    return error?.code === 'FORMAT_TOO_NEW' ? [{ where: formatFile, message: error.message }] : [];
  },
};

export const formatFileWhole: Check = {
  name: 'format-file',
  severity: 'error',
  concerns: 'data',
  about: `the branch holds ${formatFile}, by which it is known as tracker data`,
  remedy:
    '`tracker doctor --fix` writes it again where the branch holds segments; else name another branch with --data-branch=NAME',
  find: async patient => {
    const error = await faultOfFormat(patient);
    return error?.code === 'NOT_A_TRACKER_BRANCH'
      ? [{ where: formatFile, message: error.message }]
      : [];
  },
  fix: async patient => {
    await commitFiles(patient, `doctor: ${formatFile}`, async started => {
      const files = await readTree(started, started.head);
      if (!files.some(({ path }) => parseSegmentPath(path) !== undefined)) return [];
      const content = Buffer.from(`${JSON.stringify({ format: formatVersion })}\n`);
      return [{ path: formatFile, content }];
    });
  },
};

/** Undefined where the file is as it should be. One that cannot be read says nothing. */
async function faultOfFormat(patient: Patient): Promise<TrackerError | undefined> {
  const started = await patient.started();
  const oid = (await filesOf(patient)).find(({ path }) => path === formatFile)?.oid;
  const content = oid === undefined ? undefined : (await readBlobs(started, [oid])).get(oid);
  if (oid !== undefined && content === undefined)
    throw new Unavailable(`${formatFile}, which is damaged`);
  try {
    checkFormatFile(content, started.ref);
    return undefined;
  } catch (error) {
    if (error instanceof TrackerError) return error;
    throw error;
  }
}

/** The files of the newest commit. */
export async function filesOf(patient: Patient): ReturnType<typeof readTree> {
  const started = await patient.started();
  try {
    return await readTree(started, started.head);
  } catch (error) {
    if (error instanceof TrackerError)
      throw new Unavailable('a data branch whose files can be read');
    throw error;
  }
}
