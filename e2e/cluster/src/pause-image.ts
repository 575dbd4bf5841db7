import { copyFile, mkdir, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildImage } from './image.ts';
import { exists } from './missing.ts';

export const pauseImage = 'localhost/pause:1';

/** Makes the image that holds a pod's namespaces, once; resolves to its archive. */
export async function findPauseImage(): Promise<string> {
  const cache = process.env.XDG_CACHE_HOME || join(homedir(), '.cache');
  const archive = join(cache, 'picket', 'images', 'pause-1.tar');
  if (await exists(archive)) return archive;
  const context = await mkdtemp(join(tmpdir(), 'picket-pause-'));
  try {
    await copyFile('/bin/busybox', join(context, 'busybox'));
    await writeFile(
      join(context, 'Containerfile'),
      'FROM scratch\nCOPY busybox /busybox\nENTRYPOINT ["/busybox", "sleep", "2147483647"]\n',
    );
    const built = join(context, 'pause.tar');
    await buildImage({ image: pauseImage, context, archive: built });
    await mkdir(dirname(archive), { recursive: true });
    await copyFile(built, `${archive}.${process.pid}`);
    await rename(`${archive}.${process.pid}`, archive);
    return archive;
  } finally {
    await rm(context, { recursive: true });
  }
}
