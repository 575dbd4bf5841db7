import { defaultValue } from './fill-defaults.ts';
import type { Entries } from './plain-object.ts';
import { textTo } from './text-to.ts';
import { type CheckOf, compileTransform, type Transform } from './transform.ts';

/**
 * Compiles what turns text into what a schema asks for (numbers, booleans, bigints, one value into an array of
 * it), and puts defaults where there are no values if it is to. Text that can't be turned, and what is no text,
 * stays as it is, for the check to refuse. `undefined` where there is nothing to do.
 */
export const compileCoercion = (
  schema: Entries,
  checkOf: CheckOf,
  defaults: 'fill' | 'leave',
): Transform | undefined =>
  compileTransform(schema, {
    before: defaults === 'fill' ? coercionOrDefault : coercion,
    variants: typeVariants,
    unions: 'made',
    checkOf,
  });

/** Whether a value is one field of a form or a query, as a field given once is. */
export const isSingle = (value: unknown): boolean =>
  typeof value === 'string' || value instanceof Blob;

function coercionOrDefault(schema: Entries): Transform | undefined {
  const fill = defaultValue(schema);
  const coerce = coercion(schema);
  if (fill === undefined || coerce === undefined) return fill ?? coerce;
  return value => (value === undefined ? fill(value) : coerce(value));
}

function coercion({ type, enum: members, const: only }: Entries): Transform | undefined {
  if (type === 'array') return value => (isSingle(value) ? [value] : value);
  if (type !== undefined) return type === 'string' ? undefined : ofText(textTo.get(type));
  if (Array.isArray(members)) return toMember(members);
  return only === undefined ? undefined : toMember([only]);
}

/** A schema of several types stands for a union of as many schemas, in the order of its types. */
const typeVariants = (schema: Entries): Entries[] | undefined =>
  Array.isArray(schema.type) ? schema.type.map(type => ({ ...schema, type })) : undefined;

function toMember(members: readonly unknown[]): Transform | undefined {
  if (members.every(member => typeof member === 'string')) return undefined;
  const known = members.map(member => ({ member, read: textTo.get(typeof member) }));
  return ofText(text => known.find(({ member, read }) => read?.(text) === member)?.member);
}

const ofText = (read: ((text: string) => unknown) | undefined): Transform | undefined =>
  read && (value => (typeof value === 'string' ? (read(value) ?? value) : value));
