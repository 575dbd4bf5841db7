import { dataKeywords, mapKeywords } from '../schema/subschemas.ts';

export type JsonSchema = Readonly<Record<string, unknown>>;

export const isJsonSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A copy of a schema in which each schema directly inside is replaced by what `map` makes of it. */
export function mapSchemas(schema: JsonSchema, map: (inner: JsonSchema) => JsonSchema): JsonSchema {
  const mapValue = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(mapValue);
    return isJsonSchema(value) ? map(value) : value;
  };
  const mapKeyword = (name: string, value: unknown): unknown => {
    if (dataKeywords.has(name)) return value;
    return mapKeywords.has(name) && isJsonSchema(value)
      ? Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mapValue(inner)]))
      : mapValue(value);
  };
  return Object.fromEntries(
    Object.entries(schema).map(([name, value]) => [name, mapKeyword(name, value)]),
  );
}
