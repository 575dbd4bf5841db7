import type { Components } from './components.ts';
import { isJsonSchema, type JsonSchema } from './json-schema.ts';

/** Keywords that tell of a value without telling the value. */
const harmless: ReadonlySet<string> = new Set([
  'type',
  'format',
  'title',
  'description',
  'deprecated',
  'minLength',
  'maxLength',
  'minItems',
  'maxItems',
]);

const lists: ReadonlySet<string> = new Set(['anyOf', 'oneOf', 'allOf', 'prefixItems']);

/**
 * What may be published of a header's schema: all else, as `const`, `enum`, `pattern`, `default` or the names of
 * properties, may hold a secret that the header is compared with. References are followed, so that nothing of what
 * they point at has to be published.
 */
export function headerSchema(
  schema: JsonSchema,
  components: Components,
  around: readonly JsonSchema[] = [],
): JsonSchema {
  if (around.includes(schema)) return {};
  const inside = (inner: unknown): JsonSchema =>
    isJsonSchema(inner) ? headerSchema(inner, components, [...around, schema]) : {};
  const target = components.resolve(schema);
  const own = Object.entries(schema).flatMap(([keyword, value]): [string, unknown][] => {
    if (harmless.has(keyword)) return [[keyword, value]];
    if (keyword === 'items' && isJsonSchema(value)) return [[keyword, inside(value)]];
    return lists.has(keyword) && Array.isArray(value) ? [[keyword, value.map(inside)]] : [];
  });
  return { ...(target === schema ? {} : inside(target)), ...Object.fromEntries(own) };
}
