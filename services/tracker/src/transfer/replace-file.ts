import { chmod, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { TrackerError } from '../errors.ts';

/**
 * Writes a file as a whole or not at all: beside its place, then moved there, with the rights of the file that was
 * there. A link stays and leads to the new file; a device or a pipe is written to, as it would be gone if a file were
 * moved there. Throws FILE.
 */
export async function replaceFile(file: string, content: string): Promise<void> {
  try {
    const before = await stat(file).catch(undefinedIfAbsent);
    if (before === undefined) await moveThere(file, content, undefined);
    else if (before.isFile()) await moveThere(await realpath(file), content, before.mode & 0o777);
    else await writeFile(file, content);
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new TrackerError('FILE', `${file} cannot be written: ${said}`, {
      remedy: 'give the path of a file in a folder that you may write to',
      cause,
    });
  }
}

async function moveThere(file: string, content: string, mode: number | undefined): Promise<void> {
  const aside = `${file}.${process.pid}.part`;
  try {
    await writeFile(aside, content, { flag: 'wx', mode: mode ?? 0o666 });
    // The rights of a new file are what the user's mask leaves of them.
    if (mode !== undefined) await chmod(aside, mode);
    await rename(aside, file);
  } catch (cause) {
    await rm(aside, { force: true }).catch(() => undefined);
    throw cause;
  }
}

function undefinedIfAbsent(cause: unknown): undefined {
  if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined;
  throw cause;
}
