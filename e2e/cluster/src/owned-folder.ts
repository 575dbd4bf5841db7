import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { identify, isAlive } from './process-identity.ts';

const prefix = 'picket-api-server';

/** A new folder of this process's own. Removes those of processes that ended without doing so. */
export async function createOwnedFolder(parent = tmpdir()): Promise<string> {
  await removeOrphans(parent);
  const owner = await identify(process.pid);
  return mkdtemp(join(parent, `${prefix}-${owner?.pid}-${owner?.started}-`));
}

async function removeOrphans(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    const match = new RegExp(`^${prefix}-(\\d+)-(\\d+)-`).exec(name);
    if (match === null) continue;
    if (await isAlive({ pid: Number(match[1]), started: Number(match[2]) })) continue;
    await rm(join(parent, name), { recursive: true, force: true });
  }
}
