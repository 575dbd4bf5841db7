import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle } from '@picket/image';

export interface ShippedCommand extends AsyncDisposable {
  readonly path: string;
}

/** The operator's command as the image holds it: what is measured is what is shipped. */
export async function buildCommand(): Promise<ShippedCommand> {
  const folder = await mkdtemp(join(tmpdir(), 'picket-bench-'));
  const path = join(folder, 'picket-operator.js');
  await bundle(fileURLToPath(new URL('../bin/picket-operator.js', import.meta.url)), path);
  await chmod(path, 0o755);
  return { path, [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
}
