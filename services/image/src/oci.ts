import { mkdir, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { execa } from 'execa';

export interface ImageSettings {
  /** Its last stage copies from the stage `staged`, which is not run: `staged` below stands for it. */
  readonly dockerfile: string;
  /** Folder that stands for the stage. */
  readonly staged: string;
  /** Name and tag, such as `localhost/picket-operator:dev`. */
  readonly tag: string;
  /** Path of the OCI archive to write. */
  readonly output: string;
  /** Empty folder for what is made on the way. */
  readonly scratch: string;
}

/** Builds the image by buildah, without Docker, a daemon or a registry. The same contents give the same image. */
export async function buildImage(settings: ImageSettings): Promise<void> {
  const { dockerfile, staged, tag, scratch } = settings;
  const output = resolve(settings.output);
  const context = join(scratch, 'context');
  await mkdir(context);
  await mkdir(dirname(output), { recursive: true });
  // An archive that is there is not written over.
  await rm(output, { force: true });
  const buildah = buildahIn(scratch);
  const named = `--build-context=staged=${staged}`;
  await buildah(['bud', named, '--timestamp=0', `--tag=${tag}`, `--file=${dockerfile}`, context]);
  await buildah(['push', tag, `oci-archive:${output}:${tag}`]);
}

/** With a storage of its own, so that nothing stays behind and builds don't meet. */
function buildahIn(scratch: string): (args: readonly string[]) => Promise<void> {
  const storage = [
    '--storage-driver=vfs',
    `--root=${join(scratch, 'storage')}`,
    `--runroot=${join(scratch, 'run')}`,
  ];
  return async args => {
    await execa('buildah', [...storage, ...args], { timeout: 600_000, stdin: 'ignore' });
  };
}
