import { joined, knownOf, type Part, type Parts, plainOf, referencesOf } from './parts.ts';

/**
 * Another text made of a whole one. Where it holds values that are not to be written it is such a value itself,
 * called after the first of them; undefined where one of them is not known.
 */
export function derived(
  parts: Parts,
  label: string,
  change: (text: string) => string,
): Parts | undefined {
  const plain = plainOf(parts);
  if (plain !== undefined) return [change(plain)];
  const known = knownOf(parts);
  const references = referencesOf(parts);
  const [first] = references;
  if (known === undefined || first === undefined) return undefined;
  const isSecret = references.some(reference => reference.isSecret);
  return [{ kind: 'value', name: `${first.name}_${label}`, value: change(known), isSecret }];
}

/** The text with every piece encoded by itself; a value keeps its name where that changes nothing in it. */
export function encoded(parts: Parts, encode: (text: string) => string): Parts {
  return joined([parts.map(part => encodedPart(part, encode))]);
}

function encodedPart(part: Part, encode: (text: string) => string): Part {
  if (typeof part === 'string') return encode(part);
  if (part.kind !== 'value' || part.value === undefined) return part;
  const value = encode(part.value);
  return value === part.value ? part : { ...part, name: `${part.name}_encoded`, value };
}
