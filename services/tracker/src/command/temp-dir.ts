import { access, constants, mkdir, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { TrackerError } from '../errors.ts';

/** Makes the temporary directory if it is not there. Throws FILE, naming it, unless files can be made in it. */
export async function prepareTempDir(path: string): Promise<void> {
  const place = resolve(path);
  try {
    await mkdir(place, { recursive: true });
    await access(place, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : String(cause);
    throw new TrackerError('FILE', `the temporary directory ${place} cannot be used: ${why}`, {
      remedy: 'name a directory that can be written to with --temp-dir',
      cause,
    });
  }
}

/** A new folder of this run's own, in the temporary directory or the system's. */
export async function scratchFolder(tempDir: string | undefined): Promise<string> {
  return await mkdtemp(join(resolve(tempDir ?? tmpdir()), 'tracker-'));
}
