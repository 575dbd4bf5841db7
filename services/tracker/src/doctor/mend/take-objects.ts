import { rm } from 'node:fs/promises';
import type { UnreadableObject } from '../../history/commit-graph.ts';
import { ObjectReader, objectId } from '../../history/object-reader.ts';
import { readBlobs, readTree } from '../../store/read-objects.ts';
import { findRemote, hasRemote, readRemotes } from '../../store/remote-name.ts';
import type { Patient } from '../patient.ts';
import { fetchAside } from './fetch-aside.ts';
import { storedLines } from './salvage-lines.ts';
import { writeObject } from './write-object.ts';

export type LostObject = Pick<UnreadableObject, 'oid' | 'kind' | 'where'>;

/**
 * Gets unreadable objects from wherever they can still be had: versions of a segment from its later versions and from
 * the cache, as lines are only ever added; everything else from the remote. Their ids prove that they are the same.
 * Throws if there is a remote and it cannot be asked: what it may have must not be given up.
 */
export async function takeObjects(patient: Patient, lost: readonly LostObject[]): Promise<void> {
  const left: LostObject[] = [];
  for (const object of lost) {
    const found = object.kind === 'blob' && (await remakeBlob(patient, object));
    if (found) await write(patient, 'blob', found, object.oid.length);
    else left.push(object);
  }
  if (left.length > 0) await fetchAgain(patient, left);
}

async function write(
  patient: Patient,
  kind: string,
  content: Buffer,
  digits: number,
): Promise<void> {
  const now = patient.options.surroundings.now();
  await writeObject(await patient.repository(), kind, content, { digits, now });
}

/** The beginning of a later version that has the id, if there is one. */
async function remakeBlob(
  patient: Patient,
  { oid, where }: LostObject,
): Promise<Buffer | undefined> {
  for (const version of await versionsOf(patient, where)) {
    for (let end = version.indexOf(10); end !== -1; end = version.indexOf(10, end + 1)) {
      const content = version.subarray(0, end + 1);
      if (objectId('blob', content, oid.length) === oid) return content;
    }
  }
  return undefined;
}

async function versionsOf(patient: Patient, path: string): Promise<readonly Buffer[]> {
  const versions: Buffer[] = [];
  const stored = (await storedLines(patient)).get(path);
  if (stored !== undefined) versions.push(Buffer.from(stored.map(line => `${line}\n`).join('')));
  const repository = await patient.repository();
  if (repository.head === undefined) return versions;
  const tree = await readTree(repository, repository.head).catch(() => []);
  const file = tree.find(entry => entry.path === path);
  const newest = file && (await readBlobs(repository, [file.oid])).get(file.oid);
  return newest === undefined ? versions : [...versions, newest];
}

/** Takes what the remote has of them, if there is one. */
async function fetchAgain(patient: Patient, lost: readonly LostObject[]): Promise<void> {
  const { remote: name, signal } = patient.options;
  const repository = await patient.repository();
  const remotes = await readRemotes(repository);
  if (!hasRemote(remotes, name)) return;
  const remote = findRemote(remotes, name);
  const scratch = await fetchAside(repository, remote, signal);
  try {
    using reader = new ObjectReader(scratch);
    for (const { oid } of lost) {
      const object = await reader.read(oid);
      if (object.state === 'read') await write(patient, object.kind, object.content, oid.length);
    }
  } finally {
    await rm(scratch.gitDir, { recursive: true, force: true });
  }
}
