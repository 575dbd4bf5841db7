import type { Components } from './components.ts';
import { isJsonSchema, type JsonSchema } from './json-schema.ts';

export interface Field {
  readonly schema: JsonSchema;
  readonly required: boolean;
}

/** The fields of an object schema, those of `allOf` together; undefined for a schema that is no plain object. */
export function fieldsOf(
  schema: JsonSchema,
  components: Components,
): ReadonlyMap<string, Field> | undefined {
  const { properties, required, allOf } = components.resolve(schema);
  const parts = Array.isArray(allOf) ? allOf.filter(isJsonSchema) : [];
  const inner = parts.map(part => fieldsOf(part, components));
  if (!isJsonSchema(properties) && inner.length === 0) return undefined;
  const names = new Set(Array.isArray(required) ? required : []);
  const own = Object.entries(isJsonSchema(properties) ? properties : {}).map(
    ([name, value]) =>
      [name, { schema: isJsonSchema(value) ? value : {}, required: names.has(name) }] as const,
  );
  return new Map([...inner.flatMap(fields => [...(fields ?? [])]), ...own]);
}
