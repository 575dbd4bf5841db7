import { scalarKinds, scalarText } from '../path/scalar-text.ts';

/** Names and texts to send, repeated where a name has several, and what cannot be sent. */
export interface FieldEntries {
  readonly entries: readonly (readonly [name: string, text: string])[];
  readonly problems: readonly string[];
}

/**
 * The fields of a query or of headers: an array repeats its name, undefined and an empty array leave it out. null is
 * refused, for neither has one, and a server would read it as the text `null`.
 */
export function fieldEntries(part: 'searchParams' | 'headers', values: object): FieldEntries {
  const fields = Object.entries(values).flatMap(([name, value]: [string, unknown]) =>
    Array.isArray(value)
      ? value.map((item: unknown, index) => ({ name, item, place: `${part}/${name}/${index}` }))
      : [{ name, item: value, place: `${part}/${name}` }],
  );
  const entries: [string, string][] = [];
  const problems: string[] = [];
  for (const { name, item, place } of fields) {
    if (item === undefined) continue;
    const text = scalarText(item);
    if (text?.isWellFormed()) entries.push([name, text]);
    else problems.push(`${place} must be ${text === undefined ? scalarKinds : 'well-formed text'}`);
  }
  return { entries, problems };
}
