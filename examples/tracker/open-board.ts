import { access, mkdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { execa } from 'execa';
import { moveToNow } from './move-to-now.ts';

const items = new URL('board.json', import.meta.url);

/**
 * Resolves to the path of a Git repository in the folder that holds the demo shop's board, with a bare one beside it
 * to sync with. It is made where the folder is missing, and left as it is otherwise: what people do there stays.
 */
export async function openBoard(folder: string, now: Date = new Date()): Promise<string> {
  if (!(await exists(folder))) await makeWhole(folder, making => makeBoard(making, now));
  return join(folder, 'shop');
}

/** Whoever is stopped half-way leaves no half of a board in its place, and what is left goes the next time. */
async function makeWhole(folder: string, make: (folder: string) => Promise<void>): Promise<void> {
  const making = `${folder}.making`;
  await rm(making, { recursive: true, force: true });
  await mkdir(making, { recursive: true });
  await make(making);
  await rename(making, folder);
}

async function makeBoard(folder: string, now: Date): Promise<void> {
  const run = execa({ cwd: folder, preferLocal: true, localDir: import.meta.dirname });
  const tracker = ['--repo=shop', '--actor=Ann Keller <ann@shop.example>'];
  await run`git init --quiet --bare shop.git`;
  await run`git init --quiet shop`;
  await run`git -C shop remote add origin ../shop.git`;
  await run`tracker ${tracker} init`;
  const input = moveToNow(await readFile(items, 'utf8'), now);
  await run({ input })`tracker ${tracker} import -`;
  await run`tracker ${tracker} sync`;
}

async function exists(path: string): Promise<boolean> {
  try {
    await access(path);
    return true;
  } catch {
    return false;
  }
}
