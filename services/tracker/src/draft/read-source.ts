import { stat } from 'node:fs/promises';
import { TrackerError } from '../errors.ts';
import { readText, type TextLimit } from '../transfer/read-text.ts';

/** What a model can take in, and more than anybody writes for one record. */
const limit: TextLimit = {
  bytes: 200 * 1024,
  remedy: 'give only the part that the record is about',
};

/**
 * What `--from` means: standard input for `-`, the contents of a file where there is one of that path, else the text
 * itself.
 */
export async function readSource(from: string, stdin: NodeJS.ReadableStream): Promise<string> {
  const text = await textOf(from, stdin);
  if (text.trim() === '') {
    throw new TrackerError('INVALID', 'there is nothing to draft from: the text is empty', {
      remedy: 'give a text, a file, or - for standard input, as --from=…',
    });
  }
  return text;
}

async function textOf(from: string, stdin: NodeJS.ReadableStream): Promise<string> {
  if (from === '-') return await readText(from, stdin, limit);
  const found = await stat(from).catch(() => undefined);
  if (found !== undefined) return await readText(from, stdin, limit);
  if (Buffer.byteLength(from) > limit.bytes) {
    throw new TrackerError('INVALID', `the text is larger than ${limit.bytes / 1024} KiB`, {
      remedy: limit.remedy,
    });
  }
  return from.toWellFormed();
}
