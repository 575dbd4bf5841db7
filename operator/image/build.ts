import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { bundle } from './bundle.ts';
import { buildImage } from './oci.ts';
import { operatorRoot } from './operator-root.ts';
import { stageRoot } from './root-folder.ts';

/**
 * `node operator/image/build.ts [--tag NAME:TAG] [--output FILE]`: writes the operator's image as an OCI archive.
 * With `--root FOLDER` it only fills that folder with what the image is to hold, as the Dockerfile does.
 */
const { values } = parseArgs({
  options: {
    tag: { type: 'string', default: 'localhost/picket-operator:dev' },
    output: { type: 'string', default: 'dist/picket-operator.tar' },
    root: { type: 'string' },
  },
});

const scratch = await mkdtemp(join(tmpdir(), 'picket-image-'));
try {
  if (values.root === undefined) await build(values);
  else await stage(values.root);
} finally {
  await rm(scratch, { recursive: true, force: true });
}

async function build({ tag, output }: { tag: string; output: string }): Promise<void> {
  const staged = join(scratch, 'staged');
  await stage(join(staged, 'image'));
  const dockerfile = fileURLToPath(new URL('Dockerfile', import.meta.url));
  await buildImage({ dockerfile, staged, tag, output, scratch });
  process.stdout.write(`${output}: ${tag}\n`);
}

async function stage(folder: string): Promise<void> {
  const command = join(scratch, 'picket-operator.js');
  await bundle(fileURLToPath(new URL('../bin/picket-operator.js', import.meta.url)), command);
  await mkdir(folder, { recursive: true });
  await stageRoot(folder, await operatorRoot(command));
}
