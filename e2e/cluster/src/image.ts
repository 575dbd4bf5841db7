import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';

export interface ImageBuild {
  /** Name and tag. */
  readonly image: string;
  /** Folder with a Containerfile that runs nothing. */
  readonly context: string;
  /** Path of the OCI archive to write. */
  readonly archive: string;
}

/** Milliseconds for one step of buildah. */
const timeout = 300_000;

/** Builds an image in a store of its own, so that it leaves nothing but the archive. */
export async function buildImage({ image, context, archive }: ImageBuild): Promise<void> {
  const store = await mkdtemp(join(tmpdir(), 'picket-images-'));
  const storage = [
    '--storage-driver=vfs',
    `--root=${join(store, 'root')}`,
    `--runroot=${join(store, 'run')}`,
  ];
  try {
    await execa('buildah', [...storage, 'bud', `--tag=${image}`, context], { timeout });
    await execa('buildah', [...storage, 'push', image, `oci-archive:${archive}:${image}`], {
      timeout,
    });
  } finally {
    await rm(store, { recursive: true, force: true });
  }
}

/** Writes an image of the user's own buildah store into an OCI archive. */
export async function exportImage(image: string, archive: string): Promise<void> {
  const args = ['--storage-driver=vfs', 'push', image, `oci-archive:${archive}:${image}`];
  await execa('buildah', args, { timeout });
}
