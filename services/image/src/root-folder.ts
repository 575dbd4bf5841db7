import { chmod, copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { librariesOf } from './libraries.ts';

/** What an image holds, by path in the image. */
export interface RootContents {
  /** Paths on this machine; the libraries they need come along. */
  readonly programs: Readonly<Record<string, string>>;
  /** Paths on this machine. */
  readonly files: Readonly<Record<string, string>>;
  readonly texts: Readonly<Record<string, string>>;
  /** Texts that are run as programs: each begins with `#!`. */
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Fills an empty folder with an image's root; everybody may read all of it, whatever the umask. */
export async function stageRoot(
  folder: string,
  { programs, files, texts, scripts = {} }: RootContents,
): Promise<void> {
  for (const [path, from] of Object.entries(programs)) await copy(from, join(folder, path), 0o755);
  // The loader is run as a program.
  for (const library of await librariesOf(Object.values(programs)))
    await copy(library, join(folder, library), 0o755);
  for (const [path, from] of Object.entries(files)) await copy(from, join(folder, path), 0o644);
  for (const [path, text] of Object.entries(texts)) await write(text, join(folder, path), 0o644);
  for (const [path, text] of Object.entries(scripts)) await write(text, join(folder, path), 0o755);
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true }))
    if (entry.isDirectory()) await chmod(join(entry.parentPath, entry.name), 0o755);
}

/** Follows links, and leaves behind what the copy must not have: set-uid bits and file capabilities. */
async function copy(from: string, to: string, mode: number): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, to);
  await chmod(to, mode);
}

async function write(text: string, to: string, mode: number): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await writeFile(to, text);
  await chmod(to, mode);
}
