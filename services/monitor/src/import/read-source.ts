import { type ReadAtMost, readAtMost } from '../config/read-at-most.ts';
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
    throw new PicketError('PKT_IMPORT_UNREADABLE', unreadable(file, cause), { cause });
  });
  if (bytes.length > limit) throw invalid(file, `is larger than ${megabytes} MiB`);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalid(file, 'is not UTF-8 text');
  }
}

function invalid(file: string, message: string): ImportError {
  return new ImportError([{ path: '', message }], file);
}

const reasons: ReadonlyMap<unknown, string> = new Map([
  ['ENOENT', 'there is no such file'],
  ['EACCES', 'reading it is not permitted'],
  ['EISDIR', 'it is a directory'],
]);

function unreadable(file: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return `${file}: cannot be read: ${reasons.get(code) ?? code ?? cause}`;
}
