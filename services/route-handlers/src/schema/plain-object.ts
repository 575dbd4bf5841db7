export type Entries = Readonly<Record<string, unknown>>;

/**
 * Whether a value is made of own entries only, as parsers make them: no array, `File`, `Date` or other instance.
 * fast-querystring's objects have an empty prototype of their own.
 */
export function isPlainObject(value: unknown): value is Entries {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Sets an own entry, of whatever name: assigning to `__proto__` would set the prototype. */
export function put(object: Record<string, unknown>, key: string, value: unknown): void {
  if (key !== '__proto__') object[key] = value;
  else {
    Object.defineProperty(object, key, {
      value,
      enumerable: true,
      configurable: true,
      writable: true,
    });
  }
}

/** A copy without a prototype, which has no entries but its own. */
export const bareCopy = (object: Entries): Record<string, unknown> =>
  Object.assign(Object.create(null), object);
