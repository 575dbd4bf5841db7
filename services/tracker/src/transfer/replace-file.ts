import { rename, rm, writeFile } from 'node:fs/promises';
import { TrackerError } from '../errors.ts';

/** Writes a file as a whole or not at all: beside its place, then moved there. Throws FILE. */
export async function replaceFile(file: string, content: string): Promise<void> {
  const aside = `${file}.${process.pid}.part`;
  try {
    await writeFile(aside, content, { flag: 'wx' });
    await rename(aside, file);
  } catch (cause) {
    await rm(aside, { force: true }).catch(() => undefined);
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new TrackerError('FILE', `${file} cannot be written: ${said}`, {
      remedy: 'give the path of a file in a folder that you may write to',
      cause,
    });
  }
}
