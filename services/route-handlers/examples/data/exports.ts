import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { store } from './store.ts';

/** Writes all posts as JSON and says where. Throws where no folder is set, or it can't be written to. */
export async function writeExport(folder: string | undefined): Promise<string> {
  if (folder === undefined) throw new Error('EXPORT_FOLDER is not set');
  const path = join(folder, 'posts.json');
  await writeFile(path, JSON.stringify([...store.posts.values()]));
  return path;
}
