/** Levels below which no stack overflows. */
const shallow = 500;

/** Whether an error is the stack's overflow over a value of very many levels, which a recursive schema lets through. */
export const isTooDeep = (error: unknown, value: unknown): boolean =>
  error instanceof RangeError && isDeeper(value, shallow);

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
