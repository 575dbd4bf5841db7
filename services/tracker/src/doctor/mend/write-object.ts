import { randomUUID } from 'node:crypto';
import { chmod, mkdir, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync } from 'node:zlib';
import { objectId } from '../../history/object-reader.ts';
import type { Repository } from '../../store/repository.ts';
import { setAside } from './set-aside.ts';

/**
 * Puts an object back as a loose file. `git hash-object` would not: it finds the damaged one and leaves it. The damaged
 * file is set aside.
 */
export async function writeObject(
  repository: Repository,
  kind: string,
  content: Buffer,
  { digits, now }: { readonly digits: number; readonly now: number },
): Promise<void> {
  const oid = objectId(kind, content, digits);
  const folder = join(repository.gitDir, 'objects', oid.slice(0, 2));
  const path = join(folder, oid.slice(2));
  await mkdir(folder, { recursive: true });
  const aside = join(folder, `tmp_obj_${randomUUID().slice(0, 6)}`);
  const head = Buffer.from(`${kind} ${content.length}\0`);
  await writeFile(aside, deflateSync(Buffer.concat([head, content])));
  await chmod(aside, 0o444);
  const isThere = (await stat(path).catch(() => undefined)) !== undefined;
  if (isThere) await setAside(repository, path, now);
  await rename(aside, path);
}
