import { nearest } from '../probe/nearest.ts';

/** `did you mean "uuid"?`, where a known name is close to the one that was written. */
export function didYouMean(written: string, known: Iterable<string>): string | undefined {
  const match = nearest(written, known);
  return match === undefined ? undefined : `did you mean "${match}"?`;
}
