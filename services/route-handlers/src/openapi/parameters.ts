import type { Segment } from '../path/segment.ts';
import type { Components } from './components.ts';
import { type Field, fieldsOf } from './fields.ts';
import { headerSchema } from './header-schema.ts';
import type { JsonSchema } from './json-schema.ts';

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: JsonSchema;
}

/** A parameter for each dynamic segment, whether its schema tells of it or not. */
export function pathParameters(
  segments: readonly Segment[],
  schema: JsonSchema,
  components: Components,
): Parameter[] {
  const fields = fieldsOf(schema, components);
  return segments.flatMap((segment): Parameter[] => {
    if (segment.kind === 'static') return [];
    const { name } = segment;
    if (segment.kind === 'param') {
      return [{ name, in: 'path', required: true, schema: fields?.get(name)?.schema ?? text }];
    }
    return [{ name, in: 'path', required: true, description: restDescription, schema: text }];
  });
}

const text: JsonSchema = { type: 'string' };

const restDescription = 'One or more segments with slashes between them, each percent-encoded.';

/** A parameter for each key of a query; one for all where the schema is no plain object. */
export function queryParameters(schema: JsonSchema, components: Components): Parameter[] {
  const fields = fieldsOf(schema, components);
  // By OpenAPI's default for queries, the keys of an object in a query are parameters of their own.
  if (fields === undefined) return [{ name: 'searchParams', in: 'query', schema }];
  return [...fields].map(([name, field]) => parameter(name, 'query', field));
}

/** A parameter for each header that the schema names, without what may be a secret. */
export const headerParameters = (schema: JsonSchema, components: Components): Parameter[] =>
  [...(fieldsOf(schema, components) ?? [])].map(([name, field]) =>
    parameter(name, 'header', { ...field, schema: headerSchema(field.schema, components) }),
  );

const parameter = (
  name: string,
  place: Parameter['in'],
  { schema, required }: Field,
): Parameter => ({ name, in: place, ...(required ? { required } : {}), schema });
