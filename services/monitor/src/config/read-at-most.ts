import { createReadStream } from 'node:fs';
import { buffer } from 'node:stream/consumers';

/** The first `limit` bytes of a file, also of a pipe; rejects with the file system's own error. */
export type ReadAtMost = (file: string, limit: number) => Promise<Uint8Array>;

export const readAtMost: ReadAtMost = (file, limit) =>
  buffer(createReadStream(file, { end: limit - 1 }));
