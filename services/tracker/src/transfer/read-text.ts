import { createReadStream } from 'node:fs';
import { Readable } from 'node:stream';
import { TrackerError } from '../errors.ts';

/** How much of a text is taken, and what to do about more. */
export interface TextLimit {
  readonly bytes: number;
  readonly remedy: string;
  readonly patience?: Patience;
}

/** How long is waited for more of a text, and for all of it, in milliseconds. */
interface Patience {
  readonly silence: number;
  readonly whole: number;
}

/** Whoever types or computes it may take their time; whoever forgot to close the pipe is told. */
const usualPatience: Patience = { silence: 300_000, whole: 3_600_000 };

/** The text of a file, or of standard input for `-`. Throws FILE, and INVALID for what is too much or no UTF-8. */
export async function readText(
  file: string,
  stdin: NodeJS.ReadableStream,
  limit: TextLimit,
): Promise<string> {
  const name = file === '-' ? 'standard input' : file;
  const chunks: Buffer[] = [];
  let size = 0;
  const stream = file === '-' ? stdin : createReadStream(file);
  for await (const chunk of chunksOf(stream, name, limit.patience ?? usualPatience)) {
    size += chunk.length;
    // Leaving the loop closes the stream, so that nothing more is read of what never ends.
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
  stream: NodeJS.ReadableStream,
  name: string,
  { silence, whole }: Patience,
): AsyncIterable<Buffer> {
  const stop = (why: string): void => {
    if (stream instanceof Readable) stream.destroy(new Error(why));
  };
  const end = setTimeout(() => stop(`it did not end within ${whole / 1000} s`), whole);
  const quiet = setTimeout(() => stop(`nothing came for ${silence / 1000} s`), silence);
  try {
    for await (const chunk of stream) {
      quiet.refresh();
      yield Buffer.from(chunk);
    }
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw new TrackerError('FILE', `${name} cannot be read: ${said}`, {
      remedy: 'give the path of a file that you may read, or - for standard input',
      cause,
    });
  } finally {
    clearTimeout(end);
    clearTimeout(quiet);
  }
}
