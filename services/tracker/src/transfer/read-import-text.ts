import { createReadStream } from 'node:fs';
import { TrackerError } from '../errors.ts';

/** The largest file that is taken, in bytes. */
export const mostImportBytes = 64 * 1024 * 1024;

/** The text of a file, or of standard input for `-`. Throws FILE, and INVALID for what is too much or no UTF-8. */
export async function readImportText(file: string, stdin: NodeJS.ReadableStream): Promise<string> {
  const name = file === '-' ? 'standard input' : file;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(file, stdin)) {
    size += chunk.length;
    if (size > mostImportBytes) throw tooMuch(name);
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new TrackerError('INVALID', `${name} is no text in UTF-8`, {
      remedy: 'give a file that `tracker export` wrote',
      cause,
    });
  }
}

async function* chunksOf(file: string, stdin: NodeJS.ReadableStream): AsyncIterable<Buffer> {
  try {
    for await (const chunk of file === '-' ? stdin : createReadStream(file)) {
      yield Buffer.from(chunk);
    }
  } catch (cause) {
    throw new TrackerError('FILE', `${file} cannot be read: ${saidBy(cause)}`, {
      remedy: 'give the path of a file that you may read, or - for standard input',
      cause,
    });
  }
}

function saidBy(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function tooMuch(name: string): TrackerError {
  const mebibytes = mostImportBytes / 1024 / 1024;
  return new TrackerError('INVALID', `${name} is larger than ${mebibytes} MiB`, {
    remedy: 'split its `items` into several files, records before those that refer to them',
  });
}
