/**
 * An object as application/x-www-form-urlencoded in UTF-8. Members of nested objects and arrays are named in brackets,
 * `{ a: { b: [1] } }` is `a[b][0]=1`; null is an empty value; undefined is left out.
 */
export function formOf(body: object): string {
  return new URLSearchParams([...pairsOf(body, '')]).toString();
}

function* pairsOf(value: unknown, path: string): Generator<[string, string]> {
  if (value === undefined) return;
  if (typeof value !== 'object' || value === null) {
    yield [path, value === null ? '' : String(value)];
    return;
  }
  for (const [name, member] of Object.entries(value)) {
    yield* pairsOf(member, path === '' ? name : `${path}[${name}]`);
  }
}
