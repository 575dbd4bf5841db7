import { mkdir, rename } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Repository } from '../../store/repository.ts';
import { ownFolder } from '../../store/writer.ts';

/** Moves a damaged file into the tracker's folder of the Git directory, and resolves to where it is then. */
export async function setAside(repository: Repository, path: string, now: number): Promise<string> {
  const folder = join(ownFolder(repository), 'damaged');
  await mkdir(folder, { recursive: true });
  const place = join(folder, `${now}-${basename(path)}`);
  await rename(path, place);
  return place;
}
