import { promises } from 'node:fs';
import { join } from 'node:path';
import { TrackerError } from '../errors.ts';
import type { Repository } from './repository.ts';
import { isWriter } from './segment.ts';

/** The folder in the Git directory where the tracker keeps what belongs to this clone alone. */
export function ownFolder(repository: Repository): string {
  return join(repository.gitDir, 'tracker');
}

/** The name under which this clone writes its segments; drawn at its first write. */
export async function readWriter(repository: Repository): Promise<string> {
  const folder = ownFolder(repository);
  const file = join(folder, 'writer');
  const known = await readName(file);
  if (known !== undefined) return known;
  try {
    await promises.mkdir(folder, { recursive: true });
    await drawName(file);
  } catch (cause) {
    throw new TrackerError('FILE', `${file} cannot be written`, {
      remedy: 'see that you may write in the Git directory',
      cause,
    });
  }
  return await readWriter(repository);
}

/** A damaged name is drawn anew: segments under the old one stay as they are. */
async function readName(file: string): Promise<string | undefined> {
  const text = await promises.readFile(file, 'utf8').catch(() => '');
  return isWriter(text.trim()) ? text.trim() : undefined;
}

/** Written aside and linked, so that nobody reads half a name, and the first of several processes wins. */
async function drawName(file: string): Promise<void> {
  const { randomBytes } = await import('node:crypto');
  const name = Array.from(randomBytes(16), byte => (byte % 36).toString(36)).join('');
  const aside = `${file}.${name}`;
  await promises.writeFile(aside, `${name}\n`);
  try {
    await promises.link(aside, file);
  } catch (error) {
    if (!isExists(error)) throw error;
    if ((await readName(file)) === undefined) await promises.rename(aside, file);
  } finally {
    await promises.rm(aside, { force: true });
  }
}

function isExists(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EEXIST';
}
