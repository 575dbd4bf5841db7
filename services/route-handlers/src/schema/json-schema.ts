import type { StandardJSONSchemaV1 } from '@standard-schema/spec';
import { type Entries, isPlainObject } from './plain-object.ts';
import { isStandardSchema, type Schema } from './schema.ts';
import { dataKeywords, mapKeywords } from './subschemas.ts';

/**
 * What a schema accepts, as a JSON Schema of draft 2020-12: JSON alone, without what TypeBox keeps for itself
 * (`~` keys, functions). `undefined` for a schema whose library can't convert it. A header's may hold a secret that
 * the header is compared with (`const`, `enum`, `pattern`): whoever publishes it is to leave those out.
 */
export function jsonSchemaOf(schema: Schema): Record<string, unknown> | undefined {
  const source = isStandardSchema(schema) ? converted(schema) : schema;
  if (!isPlainObject(source)) return undefined;
  const { $schema, ...copy } = copySchema(source);
  return copy;
}

function converted(schema: object): unknown {
  if (!hasConverter(schema)) return undefined;
  const { vendor, jsonSchema } = schema['~standard'];
  // zod refuses a whole schema for one type that JSON lacks, unless told to let that one be anything.
  const lenient = vendor === 'zod' ? { libraryOptions: { unrepresentable: 'any' } } : {};
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

const copySchema = (schema: Entries): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(inDraft2020(schema))
      .filter(([keyword, value]) => !keyword.startsWith('~') && typeof value !== 'function')
      .map(([keyword, value]) => [keyword, copyKeyword(keyword, value)]),
  );

/** TypeBox writes tuples as earlier drafts did, and has a type `bigint`, which on the wire is digits. */
function inDraft2020({ items, additionalItems, ...others }: Entries): Entries {
  const schema = others.type === 'bigint' ? { ...others, type: 'integer' } : others;
  if (Array.isArray(items))
    return { ...schema, prefixItems: items, items: additionalItems ?? true };
  return items === undefined ? schema : { ...schema, items };
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

const copyData = (value: unknown): unknown =>
  typeof value === 'bigint' ? Number(value) : structuredClone(value);
