import { nearest } from './nearest.ts';

/**
 * Whether a value has one of the named fields, be it misspelt: that is a mistake of its own, which need not
 * be reported as a missing field too. `allowed` are all the fields it may have.
 */
export function hasField(
  value: Readonly<Record<string, unknown>>,
  names: readonly string[],
  allowed: readonly string[] = names,
): boolean {
  if (names.some(name => Object.hasOwn(value, name))) return true;
  return Object.keys(value).some(key => {
    const field = nearest(key, allowed);
    return field !== undefined && names.includes(field);
  });
}
