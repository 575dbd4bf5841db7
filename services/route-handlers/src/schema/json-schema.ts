import type { StandardJSONSchemaV1 } from '@standard-schema/spec';
import { type Entries, isPlainObject } from './plain-object.ts';
import { isStandardSchema, type Schema } from './schema.ts';
import { dataKeywords, mapKeywords } from './subschemas.ts';

/**
 * What a schema accepts, as a JSON Schema of draft 2020-12: JSON alone, without what TypeBox keeps for itself
 * (`~` keys, functions), and with `{ not: {} }` for what JSON leaves out, as undefined. `undefined` for a schema whose library can't convert it. A header's may hold a secret that
 * the header is compared with (`const`, `enum`, `pattern`): whoever publishes it is to leave those out.
 */
export function jsonSchemaOf(schema: Schema): Record<string, unknown> | undefined {
  const source = isStandardSchema(schema) ? converted(schema) : schema;
  if (!isPlainObject(source)) return undefined;
  const { $schema, ...copy } = copySchema(source);
  return copy;
}

/** Fits no JSON. */
const nothing = { not: {} } as const;

/** Types of TypeBox whose values JSON leaves out, as `JSON.stringify` does. */
const unsaid: ReadonlySet<string> = new Set([
  'undefined',
  'void',
  'function',
  'symbol',
  'constructor',
]);

/** Whether a schema, as `jsonSchemaOf` tells it, is of no JSON at all, such as of undefined. */
export const isNothing = (schema: unknown): boolean =>
  isPlainObject(schema) && isPlainObject(schema.not) && Object.keys(schema.not).length === 0;

/** Whether one alternative of a schema at least is of no JSON. */
export const mayBeNothing = (schema: unknown): boolean =>
  isNothing(schema) ||
  (isPlainObject(schema) && Array.isArray(schema.anyOf) && schema.anyOf.some(mayBeNothing));

function converted(schema: object): unknown {
  if (!hasConverter(schema)) return undefined;
  const { vendor, jsonSchema } = schema['~standard'];
  // zod refuses a whole schema for one type that JSON lacks, unless told to let that one be anything.
  const lenient =
    vendor === 'zod' ? { libraryOptions: { unrepresentable: 'any', override: tellNothing } } : {};
  try {
    return jsonSchema.input({ target: 'draft-2020-12', ...lenient });
  } catch {
    return undefined;
  }
}

const hasConverter = (schema: object): schema is StandardJSONSchemaV1 =>
  '~standard' in schema &&
  typeof schema['~standard'] === 'object' &&
  schema['~standard'] !== null &&
  'jsonSchema' in schema['~standard'];

/** zod tells of its undefined and void as of anything; called for each schema that it converts. */
function tellNothing({ zodSchema, jsonSchema }: { zodSchema: unknown; jsonSchema: object }): void {
  const kind = ['_zod', 'def', 'type'].reduce(
    (at: unknown, key): unknown =>
      typeof at === 'object' && at !== null ? Reflect.get(at, key) : undefined,
    zodSchema,
  );
  if (kind === 'undefined' || kind === 'void') Object.assign(jsonSchema, nothing);
}

function copySchema(schema: Entries): Record<string, unknown> {
  const { type } = schema;
  if (typeof type === 'string' && unsaid.has(type)) return { ...nothing };
  const copy = Object.fromEntries(
    Object.entries(inDraft2020(schema))
      .filter(([keyword]) => !keyword.startsWith('~'))
      .map(([keyword, value]) => [keyword, copyKeyword(keyword, value)] as const)
      .filter(([, value]) => value !== undefined),
  );
  const { properties, required } = copy;
  if (!isPlainObject(properties) || !Array.isArray(required)) return copy;
  const sure = required.filter(name => !mayBeNothing(properties[name]));
  return { ...copy, required: sure };
}

/** TypeBox writes tuples as earlier drafts did, and has types that JSON Schema doesn't. */
function inDraft2020({ items, additionalItems, type, ...others }: Entries): Entries {
  const known = knownType(type);
  const schema = known === undefined ? others : { type: known, ...others };
  if (Array.isArray(items))
    return { ...schema, prefixItems: items, items: additionalItems ?? true };
  return items === undefined ? schema : { ...schema, items };
}

const types: ReadonlySet<unknown> = new Set([
  'string',
  'number',
  'integer',
  'boolean',
  'null',
  'array',
  'object',
]);

/** A bigint is digits on the wire; whatever else JSON Schema doesn't know may be anything there. */
function knownType(type: unknown): unknown {
  if (Array.isArray(type)) {
    const known = type.map(knownType).filter(one => one !== undefined);
    return known.length > 0 ? known : undefined;
  }
  if (type === 'bigint') return 'integer';
  return types.has(type) ? type : undefined;
}

function copyKeyword(keyword: string, value: unknown): unknown {
  if (dataKeywords.has(keyword)) return copyData(value);
  if (mapKeywords.has(keyword) && isPlainObject(value)) {
    return Object.fromEntries(
      Object.entries(value).map(([name, schema]) => [name, copyOf(schema)]),
    );
  }
  return copyOf(value);
}

function copyOf(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(copyOf);
  return isPlainObject(value) ? copySchema(value) : copyData(value);
}

/** Undefined for what JSON lacks. */
function copyData(value: unknown): unknown {
  if (value instanceof RegExp) return value.source;
  if (typeof value === 'number' && !Number.isFinite(value)) return undefined;
  const text: string | undefined = JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'bigint' ? Number(inner) : inner,
  );
  return text === undefined ? undefined : JSON.parse(text);
}
