import { closestMatch } from 'leven';

/** `did you mean "uuid"?`, where a known name is close to the one that was written. */
export function didYouMean(written: string, known: Iterable<string>): string | undefined {
  const names = [...known];
  const sameLetters = names.find(name => name.toLowerCase() === written.toLowerCase());
  const maxDistance = Math.max(1, Math.floor(written.length / 3));
  const nearest = sameLetters ?? closestMatch(written, names, { maxDistance });
  return nearest === undefined ? undefined : `did you mean "${nearest}"?`;
}
