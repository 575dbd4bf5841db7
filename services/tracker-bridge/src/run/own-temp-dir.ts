import { rmSync } from 'node:fs';
import { mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** A server's folder for scratch files, which no other uses. */
export interface OwnTempDir {
  /** Absolute, symbolic links followed. */
  readonly path: string;
  remove(): Promise<void>;
}

/** Makes one, which goes with the process however that ends. `prefix`: of its name, as in `tracker-web-`. */
export async function ownTempDir(prefix: string): Promise<OwnTempDir> {
  const path = await realpath(await mkdtemp(join(tmpdir(), prefix)));
  const all = { recursive: true, force: true } as const;
  const removeNow = () => rmSync(path, all);
  process.once('exit', removeNow);
  return {
    path,
    async remove() {
      await rm(path, all);
      process.off('exit', removeNow);
    },
  };
}
