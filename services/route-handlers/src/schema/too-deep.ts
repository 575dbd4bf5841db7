import type { Problem } from './problem.ts';

/** Levels below which no stack overflows. */
const shallow = 500;

/**
 * The problem of a value of so many levels that a recursive schema overflowed the stack over it; other errors are
 * thrown on.
 */
export function tooDeepProblem(error: unknown, value: unknown): Problem {
  if (!(error instanceof RangeError) || !isDeeper(value, shallow)) throw error;
  return { path: '', message: 'is nested too deeply' };
}

/** Goes by levels, not by recursion. */
function isDeeper(root: unknown, levels: number): boolean {
  let level = [root];
  for (let depth = 0; depth < levels && level.length > 0; depth += 1) {
    level = level.flatMap(value =>
      typeof value === 'object' && value !== null ? Object.values(value) : [],
    );
  }
  return level.length > 0;
}
