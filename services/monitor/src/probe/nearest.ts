import { closestMatch } from 'leven';

/** Nothing in a configuration is named at greater length; longer input isn't worth comparing. */
const maxLength = 100;

/**
 * The candidate `name` is most likely a misspelling of, whatever its case; undefined where none is close:
 * at most one edit for every three letters.
 */
export function nearest(name: string, candidates: Iterable<string>): string | undefined {
  if (name.length > maxLength) return undefined;
  const bySpelling = new Map(
    Array.from(candidates, candidate => [candidate.toLowerCase(), candidate]),
  );
  const match = closestMatch(name.toLowerCase(), [...bySpelling.keys()], {
    maxDistance: Math.ceil(name.length / 3),
  });
  return match === undefined ? undefined : bySpelling.get(match);
}
