import { Malformed } from '../malformed.ts';

/** A segment of a URL's path, decoded. Throws `Malformed` where it is not well percent-encoded. */
export function decodeSegment(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch (cause) {
    throw new Malformed('the path is not well percent-encoded', { cause });
  }
}
