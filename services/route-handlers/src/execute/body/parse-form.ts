import { parseFields } from '../parse-fields.ts';
import { decodeText } from './decode-text.ts';

/** Throws `Malformed` for what is not UTF-8, and for a field named `__proto__`. */
export const parseForm = (bytes: Uint8Array): object => parseFields(decodeText(bytes));
