import { type Entries, isPlainObject, put } from './plain-object.ts';
import type { Transform } from './transform.ts';

/**
 * Drops the headers that a closed schema (no additional or unevaluated properties) doesn't declare: each request
 * has some, `host` at least, so that the schema would refuse them all. `undefined` for an open schema.
 */
export function keepDeclared(schema: Entries): Transform | undefined {
  if (schema.additionalProperties !== false && schema.unevaluatedProperties !== false) {
    return undefined;
  }
  const { names, patterns } = declaredBy(schema);
  const isDeclared = (name: string): boolean =>
    names.has(name) || patterns.some(pattern => pattern.test(name));
  return headers => {
    if (!isPlainObject(headers)) return headers;
    const kept = {};
    for (const [name, value] of Object.entries(headers)) {
      if (isDeclared(name)) put(kept, name, value);
    }
    return kept;
  };
}

interface Declared {
  readonly names: Set<string>;
  readonly patterns: RegExp[];
}

function declaredBy(schema: Entries): Declared {
  const inside = [schema.allOf].flat().filter(isPlainObject).map(declaredBy);
  return {
    names: new Set([...keysOf(schema.properties), ...inside.flatMap(({ names }) => [...names])]),
    patterns: [
      ...keysOf(schema.patternProperties).map(pattern => new RegExp(pattern, 'u')),
      ...inside.flatMap(({ patterns }) => patterns),
    ],
  };
}

const keysOf = (value: unknown): string[] => (isPlainObject(value) ? Object.keys(value) : []);
