/** How the body of a media type is read. */
export type BodyKind = 'json' | 'form' | 'multipart';

const kinds: ReadonlyMap<string, BodyKind> = new Map([
  ['application/json', 'json'],
  ['application/x-www-form-urlencoded', 'form'],
  ['multipart/form-data', 'multipart'],
]);

/** By a content type, its parameters and case aside; undefined for a type that routes don't read. */
export function bodyKindOf(contentType: string): BodyKind | undefined {
  const plain = kinds.get(contentType);
  if (plain !== undefined) return plain;
  const end = contentType.indexOf(';');
  const type = (end < 0 ? contentType : contentType.slice(0, end)).trim().toLowerCase();
  return kinds.get(type) ?? (/^[^/\s]+\/[^/\s]+\+json$/.test(type) ? 'json' : undefined);
}
