import { createReadStream } from 'node:fs';
import { TrackerError } from '../errors.ts';

/** How much of a text is taken, and what to do about more. */
export interface TextLimit {
  readonly bytes: number;
  readonly remedy: string;
}

/** The text of a file, or of standard input for `-`. Throws FILE, and INVALID for what is too much or no UTF-8. */
export async function readText(
  file: string,
  stdin: NodeJS.ReadableStream,
  limit: TextLimit,
): Promise<string> {
  const name = file === '-' ? 'standard input' : file;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of chunksOf(file, name, stdin)) {
    size += chunk.length;
    if (size > limit.bytes) {
      const most = `${Math.round(limit.bytes / 1024)} KiB`;
      throw new TrackerError('INVALID', `${name} is larger than ${most}`, {
        remedy: limit.remedy,
      });
    }
    chunks.push(chunk);
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (cause) {
    throw new TrackerError('INVALID', `${name} is no text in UTF-8`, {
      remedy: 'convert it to UTF-8',
      cause,
    });
  }
}

async function* chunksOf(
  file: string,
  name: string,
  stdin: NodeJS.ReadableStream,
): AsyncIterable<Buffer> {
  try {
    for await (const chunk of file === '-' ? stdin : createReadStream(file)) {
      yield Buffer.from(chunk);
    }
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new TrackerError('FILE', `${name} cannot be read: ${said}`, {
      remedy: 'give the path of a file that you may read, or - for standard input',
      cause,
    });
  }
}
