import type { Transform } from './transform.ts';

/** A value that fits its schema but that the schema's codec can't decode; path is of keys, outermost first. */
export class Undecodable extends Error {
  readonly path: (string | number)[] = [];
}

/** Transforms the value at a key; an `Undecodable` learns that it lies below the key. */
export function enter(transform: Transform, value: unknown, key: string | number): unknown {
  try {
    return transform(value);
  } catch (error) {
    if (error instanceof Undecodable) error.path.unshift(key);
    throw error;
  }
}
