import { readdir, readlink, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds after which a file that nobody has open is taken to be left behind. */
const oldAge = 3_600_000;

/** A file that a process left behind. `isFree` says whether it is proved that no process has it open. */
export interface StaleFile {
  readonly path: string;
  readonly isFree: boolean;
}

/** Those of the files that are older than an hour. `now` in milliseconds since 1970. */
export async function staleFiles(paths: readonly string[], now: number): Promise<StaleFile[]> {
  const old: string[] = [];
  for (const path of paths) {
    const found = await stat(path).catch(() => undefined);
    if (found?.isFile() && now - found.mtimeMs > oldAge) old.push(path);
  }
  if (old.length === 0) return [];
  const open = await openFiles();
  return old.map(path => ({ path, isFree: open !== undefined && !open.has(path) }));
}

/** The files that processes have open, as far as /proc shows them; undefined where there is none. */
async function openFiles(): Promise<ReadonlySet<string> | undefined> {
  const processes = await readdir('/proc').catch(() => undefined);
  if (processes === undefined) return undefined;
  const open = new Set<string>();
  for (const id of processes) {
    if (!/^\d+$/.test(id)) continue;
    const folder = join('/proc', id, 'fd');
    for (const name of await readdir(folder).catch(() => [])) {
      const target = await readlink(join(folder, name)).catch(() => undefined);
      if (target !== undefined) open.add(target);
    }
  }
  return open;
}

/** The paths in a folder whose names fit; none where it is not there. */
export async function namedIn(folder: string, form: RegExp): Promise<string[]> {
  const names = await readdir(folder).catch(() => []);
  return names.filter(name => form.test(name)).map(name => join(folder, name));
}
