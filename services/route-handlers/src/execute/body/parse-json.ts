import { parse } from 'secure-json-parse';
import { Malformed } from '../../malformed.ts';
import { decodeText } from './decode-text.ts';

/** Throws `Malformed` for what is no JSON, and for a key that would reach a prototype when it is copied. */
export function parseJson(bytes: Uint8Array): unknown {
  const text = decodeText(bytes);
  try {
    return parse(text);
  } catch (cause) {
    throw new Malformed('the body is no JSON', { cause });
  }
}
