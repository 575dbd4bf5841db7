import querystring from 'fast-querystring';
import { Malformed } from '../malformed.ts';

/** Fields of a query or a form: a name given once has a string, one given several times an array. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/**
 * Reads `a=1&b=2`. What is not well percent-encoded stays as it is, as in browsers. Throws `Malformed` for a
 * field named `__proto__`.
 */
export function parseFields(text: string): Fields {
  const fields: Fields = querystring.parse(text);
  if (Object.hasOwn(fields, '__proto__')) throw new Malformed('a field is named __proto__');
  return fields;
}
