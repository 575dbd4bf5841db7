import { existsSync, readFileSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { hasHeader } from './emit-header.ts';
import { fileProblem, type Problem } from './problem.ts';
import { systemErrorCode } from './system-error.ts';
import { writeAtomically } from './write-atomically.ts';

/**
 * `missing` and `stale` files are made right, unless it is only asked; `gone` is one whose folder has been deleted or
 * renamed since its config was read.
 */
export type FileState = 'missing' | 'stale' | 'unchanged' | 'gone' | Problem;

export interface WriteMode {
  /** Only tells what would be done. */
  readonly isCheck: boolean;
}

/** Brings a generated file to this content; a file that isn't ours is left as it is. */
export function writeGenerated(file: string, content: string, { isCheck }: WriteMode): FileState {
  try {
    const before = readText(file);
    if (before === content) return 'unchanged';
    if (before !== undefined && !hasHeader(before)) return notGenerated(file);
    if (!isCheck) writeAtomically(file, content);
    return before === undefined ? 'missing' : 'stale';
  } catch (error) {
    if (!existsSync(dirname(file))) return 'gone';
    return fileProblem('not-written', file, `it can't be written (${systemErrorCode(error)})`);
  }
}

/** Deletes a generated file that nothing generates any more. Undefined where it isn't ours or has gone already. */
export function removeGenerated(
  file: string,
  { isCheck }: WriteMode,
): 'removed' | Problem | undefined {
  try {
    const content = readText(file);
    if (content === undefined || !hasHeader(content)) return undefined;
    if (!isCheck) rmSync(file, { force: true });
    return 'removed';
  } catch (error) {
    return fileProblem('not-written', file, `it can't be deleted (${systemErrorCode(error)})`);
  }
}

/** Undefined where there is no such file. */
function readText(file: string): string | undefined {
  // Asked first: an error a file is what takes longest where thousands are not there yet.
  if (!existsSync(file)) return undefined;
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (systemErrorCode(error) === 'ENOENT') return undefined;
    throw error;
  }
}

function notGenerated(file: string): Problem {
  const reason = 'it was not generated, so it is not overwritten';
  return fileProblem('not-generated', file, reason);
}
