import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { PicketError } from '../errors.ts';

const names = ['probes.yaml', 'picket.yaml', 'monika.yml'];

/** The config file of a directory where none was named; rejects with `PKT_CONFIG_NOT_FOUND`. */
export async function findConfig(directory: string): Promise<string> {
  for (const name of names) {
    const file = join(directory, name);
    if (await exists(file)) return file;
  }
  throw new PicketError(
    'PKT_CONFIG_NOT_FOUND',
    `no config file: looked for ${names.join(', ')} in ${directory}; name one with -c`,
  );
}

/** A file that is there but can't be read is found: reading it says why. */
async function exists(file: string): Promise<boolean> {
  return access(file).then(
    () => true,
    () => false,
  );
}
