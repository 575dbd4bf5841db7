import { randomUUID } from 'node:crypto';
import { type FileHandle, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { PicketError } from '../errors.ts';

export interface OutputSettings {
  /** Whether a file that is there is written over. */
  readonly force: boolean;
  /** Whether only its owner may read it. */
  readonly isPrivate?: boolean;
}

/** Whether there is something of that name. Rejects with `PKT_OUTPUT` where that can't be told. */
export async function isThere(file: string): Promise<boolean> {
  return (await kindOf(file)) !== 'none';
}

/** Rejects with `PKT_OUTPUT` where a file would be written over, before the work is done that makes its text. */
export async function refuseExisting(file: string): Promise<void> {
  if ((await kindOf(file)) === 'file') throw existing(file);
}

/**
 * Writes a text to a file: whole or, where that fails, not at all. A file that is there is kept unless `force` says
 * otherwise. Rejects with `PKT_OUTPUT`.
 */
export async function writeOutput(
  file: string,
  text: string,
  { force, isPrivate = false }: OutputSettings,
): Promise<void> {
  const kind = await kindOf(file);
  if (kind === 'file' && !force) throw existing(file);
  try {
    // A device or a pipe has nothing to keep, and must not be replaced by a file.
    if (kind === 'other') return await writeFile(file, text);
    const target = kind === 'file' ? await realpath(file) : file;
    await replace(target, text, isPrivate ? 0o600 : 0o666);
  } catch (error) {
    throw failure(file, reasonOf(error), error);
  }
}

async function replace(file: string, text: string, mode: number): Promise<void> {
  const temporary = join(dirname(file), `.${basename(file)}.${randomUUID()}`);
  try {
    await using handle = await open(temporary, 'wx', mode);
    await writeWhole(handle, text);
    await rename(temporary, file);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** On the disk before it gets its name, so that no crash leaves half of it there. */
async function writeWhole(handle: FileHandle, text: string): Promise<void> {
  await handle.writeFile(text);
  await handle.sync();
}

function existing(file: string): PicketError {
  return failure(file, 'it is there already; --force writes over it');
}

async function kindOf(file: string): Promise<'none' | 'file' | 'other'> {
  try {
    const found = await stat(file);
    if (found.isDirectory()) throw failure(file, 'it is a directory');
    return found.isFile() ? 'file' : 'other';
  } catch (error) {
    if (error instanceof PicketError) throw error;
    if (codeOf(error) === 'ENOENT') return 'none';
    throw failure(file, reasonOf(error), error);
  }
}

const reasons: ReadonlyMap<string, string> = new Map([
  ['EACCES', 'writing there is not permitted'],
  ['ENOENT', 'its directory is not there'],
  ['ENOSPC', 'the disk is full'],
  ['ENOTDIR', 'a part of its path is no directory'],
  ['EROFS', 'the file system can only be read'],
]);

function reasonOf(error: unknown): string {
  const code = codeOf(error);
  return code === undefined ? String(error) : (reasons.get(code) ?? code);
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined;
}

function failure(file: string, reason: string, cause?: unknown): PicketError {
  return new PicketError('PKT_OUTPUT', `${file}: cannot be written: ${reason}`, { cause });
}
