import { type Entries, isPlainObject } from './plain-object.ts';

/** Keywords whose value is data, not schemas. */
export const dataKeywords: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/** Keywords whose value has schemas by names of the developer's choice. */
export const mapKeywords: ReadonlySet<string> = new Set([
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
]);

/** The schemas that stand directly in a JSON schema, whatever the keyword. */
export const subschemas = (schema: Entries): Entries[] =>
  Object.entries(schema).flatMap(([keyword, value]) => {
    if (dataKeywords.has(keyword)) return [];
    const inside =
      mapKeywords.has(keyword) && isPlainObject(value) ? Object.values(value) : [value].flat();
    return inside.filter(isPlainObject);
  });
