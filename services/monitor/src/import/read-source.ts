import { type ReadAtMost, readAtMost, whyUnreadable } from '../config/read-at-most.ts';
import { PicketError } from '../errors.ts';
import { ImportError } from './import-error.ts';

const bytesOfMegabyte = 1024 * 1024;

/**
 * The text of a file, without its byte order mark. Rejects with `ImportError` where it is larger than `megabytes`
 * or no UTF-8, with `PKT_IMPORT_UNREADABLE` where it can't be read.
 */
export async function readSource(
  file: string,
  megabytes: number,
  readFile: ReadAtMost = readAtMost,
): Promise<string> {
  const limit = megabytes * bytesOfMegabyte;
  const bytes = await readFile(file, limit + 1).catch((cause: unknown) => {
    const message = `${file}: cannot be read: ${whyUnreadable(cause)}`;
    throw new PicketError('PKT_IMPORT_UNREADABLE', message, { cause });
  });
  if (bytes.length > limit) throw invalid(file, `is larger than ${megabytes} MiB`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid(file, 'is not UTF-8 text', 'save it as UTF-8');
  }
}

function invalid(file: string, message: string, hint?: string): ImportError {
  return new ImportError([{ path: '', message, ...(hint !== undefined && { hint }) }], file);
}
