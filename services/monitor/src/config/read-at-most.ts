import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';

/** The first `limit` bytes of a file, also of a pipe; rejects with the file system's own error. */
export type ReadAtMost = (file: string, limit: number) => Promise<Uint8Array>;

export const readAtMost: ReadAtMost = (file, limit) =>
  buffer(createReadStream(file, { end: limit - 1 }));

/** The file system's error in words. */
export function whyUnreadable(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return reasons.get(code) ?? String(code ?? error);
}

const reasons: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'reading it is not permitted'],
  ['EISDIR', 'it is a directory'],
]);
