import { Malformed } from '../../malformed.ts';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** UTF-8 as text, a byte order mark left out. Throws `Malformed` where it is not UTF-8. */
export function decodeText(bytes: Uint8Array): string {
  try {
    return decoder.decode(bytes);
  } catch (cause) {
    throw new Malformed('the body is not UTF-8', { cause });
  }
}
