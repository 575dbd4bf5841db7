import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readBlobs, readTree } from '../store/read-objects.ts';
import type { Repository } from '../store/repository.ts';
import { scratchFolder } from './temp-dir.ts';

/**
 * Writes the files of the data branch, as they are in Git, into a new folder in the temporary directory, and resolves
 * to its path. The repository does not know of it: it is no linked working tree, and may be removed like any folder.
 */
export async function keepWorktree(
  repository: Repository & { readonly head: string },
  tempDir: string | undefined,
): Promise<string> {
  const folder = await scratchFolder(tempDir);
  const files = (await readTree(repository, repository.head)).filter(({ path }) =>
    staysInside(path),
  );
  const blobs = await readBlobs(
    repository,
    files.map(({ oid }) => oid),
  );
  for (const { path, oid } of files) {
    const content = blobs.get(oid);
    if (content === undefined) continue;
    await mkdir(join(folder, dirname(path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  return folder;
}

/** A tree that somebody made by hand may name files that lie elsewhere, or that Git would obey. */
function staysInside(path: string): boolean {
  return path
    .split('/')
    .every(part => part !== '' && part !== '.' && part !== '..' && !/^\.git/i.test(part));
}
