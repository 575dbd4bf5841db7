import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildImage } from './oci.ts';
import { type RootContents, stageRoot } from './root-folder.ts';

export interface CommandLine {
  /** Name of the image and of its archive. */
  readonly name: string;
  /** Path of the Dockerfile. */
  readonly dockerfile: string;
  /** What the image is to hold; what is made on the way lies in the folder, which is empty. */
  rootContents(scratch: string): Promise<RootContents>;
}

/**
 * `build.ts [--tag NAME:TAG] [--output FILE]`: writes the image as an OCI archive. With `--root FOLDER` it only fills
 * that folder with what the image is to hold, as the Dockerfile does.
 */
export async function buildByCommandLine({
  name,
  dockerfile,
  rootContents,
}: CommandLine): Promise<void> {
  const { values } = parseArgs({
    options: {
      tag: { type: 'string', default: `localhost/${name}:dev` },
      output: { type: 'string', default: `dist/${name}.tar` },
      root: { type: 'string' },
    },
  });
  const scratch = await mkdtemp(join(tmpdir(), 'picket-image-'));
  const stage = async (folder: string) => {
    const making = join(scratch, 'made');
    await mkdir(making);
    await mkdir(folder, { recursive: true });
    await stageRoot(folder, await rootContents(making));
  };
  try {
    if (values.root !== undefined) return await stage(values.root);
    const { tag, output } = values;
    const staged = join(scratch, 'staged');
    await stage(join(staged, 'image'));
    await buildImage({ dockerfile, staged, tag, output, scratch });
    process.stdout.write(`${output}: ${tag}\n`);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}
