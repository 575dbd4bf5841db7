import type { Entries } from './plain-object.ts';
import { type CheckOf, compileTransform, type Transform } from './transform.ts';

/** Compiles what puts a schema's defaults where there are no values; `undefined` for a schema without any. */
export const compileDefaults = (schema: Entries, checkOf: CheckOf): Transform | undefined =>
  compileTransform(schema, { before: defaultValue, unions: 'made', checkOf });

/** Puts a schema's own default where there is no value, a fresh copy each time. */
export function defaultValue(schema: Entries): Transform | undefined {
  if (!Object.hasOwn(schema, 'default')) return undefined;
  const { default: given } = schema;
  const make = typeof given === 'function' ? () => given() : () => structuredClone(given);
  return value => (value === undefined ? make() : value);
}
