import { type StoredFile, store } from './store.ts';

/** Keeps what a list of files shows; the sample drops the bytes. Returns where it is. */
export function addFile(folder: string, { name, type, size }: StoredFile): string {
  const path = `${folder}/${name}`;
  store.files.set(path, { name, type, size });
  return path;
}

export function findFile(path: string): StoredFile | undefined {
  return store.files.get(path);
}
