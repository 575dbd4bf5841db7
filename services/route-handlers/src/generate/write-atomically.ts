import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

export interface WriteOptions {
  /** Permissions of the file. Default 0o666 less the process's mask. */
  readonly mode?: number;
}

/** Writes a file so that nobody ever finds half of it. Throws the system's error, having left nothing behind. */
export function writeAtomically(
  file: string,
  content: string | Uint8Array,
  options: WriteOptions = {},
): void {
  const temporary = join(dirname(file), `.${basename(file)}.${process.pid}.tmp`);
  try {
    writeFileSync(temporary, content, options);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
}
