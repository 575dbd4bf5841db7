import { TrackerError } from '../errors.ts';
import { formatFile, formatVersion } from './segment.ts';

/** Throws unless the content of a branch's `format.json` says that this version can read it. `where` names the branch. */
export function checkFormatFile(content: Buffer | undefined, where: string): void {
  const version = versionIn(content);
  if (version === undefined) {
    throw new TrackerError(
      'NOT_A_TRACKER_BRANCH',
      `${where} holds no ${formatFile}: it is no tracker data`,
      { remedy: 'name another branch with --data-branch=NAME' },
    );
  }
  if (typeof version !== 'number' || version > formatVersion) {
    throw new TrackerError(
      'FORMAT_TOO_NEW',
      `${where} is of format ${version}; this tracker knows ${formatVersion}`,
      { remedy: 'install a newer tracker' },
    );
  }
}

function versionIn(content: Buffer | undefined): unknown {
  try {
    const value: unknown = JSON.parse(content?.toString() ?? '');
    return typeof value === 'object' && value !== null && 'format' in value
      ? value.format
      : undefined;
  } catch {
    return undefined;
  }
}
