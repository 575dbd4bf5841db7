import { createReadStream } from 'node:fs';
import { TrackerError } from '../errors.ts';
import { longestBody } from '../record/fields.ts';

/** A character is at most this many bytes of UTF-8; what is longer cannot be a body, and is not read to its end. */
const mostBytes = longestBody * 4 + 3;

/** How long a terminal may stay silent, in milliseconds. A pipe is waited for: whoever fills it may take long. */
const terminalPatience = 120_000;

/** The text of a file, or of standard input for `-`, as a body. Throws FILE or INVALID. */
export async function readBody(
  file: string,
  stdin: NodeJS.ReadableStream & { readonly isTTY?: boolean },
): Promise<string> {
  const name = file === '-' ? 'standard input' : file;
  const stream = file === '-' ? stdin : createReadStream(file);
  const timer =
    file === '-' && stdin.isTTY === true
      ? setTimeout(() => stdin.emit('error', new Error('nothing was typed')), terminalPatience)
      : undefined;
  try {
    return decoded(await bytesOf(stream, name, () => clearTimeout(timer)), name);
  } catch (error) {
    if (error instanceof TrackerError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new TrackerError('FILE', `the body cannot be read from ${name}: ${why}`, {
      remedy: 'name a text file, or - to read standard input',
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}

async function bytesOf(
  stream: NodeJS.ReadableStream,
  name: string,
  onBytes: () => void,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of stream) {
    onBytes();
    const bytes = Buffer.from(chunk);
    size += bytes.length;
    // Leaving the loop closes the stream, so that nothing more is read of what never ends.
    if (size > mostBytes) throw tooLong(name);
    chunks.push(bytes);
  }
  return Buffer.concat(chunks);
}

function tooLong(name: string): TrackerError {
  return new TrackerError(
    'INVALID',
    `${name} is longer than a body may be (${longestBody} characters)`,
    {
      remedy: 'shorten it, or link to where the whole text is',
    },
  );
}

/** The line feed that ends a text file is none of the body. */
function decoded(bytes: Buffer, name: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).replace(/\r?\n$/, '');
  } catch (cause) {
    throw new TrackerError('INVALID', `${name} holds something else than UTF-8 text`, {
      remedy: 'convert it to UTF-8',
      cause,
    });
  }
}
