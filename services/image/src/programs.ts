import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Path of the Node of the lock file. */
export function findNode(): string {
  return fileURLToPath(new URL('bin/node', import.meta.resolve('node/package.json')));
}

/** Path of a program of this machine; rejects where it is not installed. */
export async function findProgram(name: string): Promise<string> {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    if (await isProgram(path)) return path;
  }
  throw new Error(`${name} is not on the PATH: run make tools`);
}

async function isProgram(path: string): Promise<boolean> {
  try {
    await access(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
