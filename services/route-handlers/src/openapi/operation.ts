import type { CompiledRoute } from '../execute/compile-route.ts';
import { jsonSchemaOf } from '../schema/json-schema.ts';
import type { Schema } from '../schema/schema.ts';
import type { Components } from './components.ts';
import { fieldsOf } from './fields.ts';
import type { JsonSchema } from './json-schema.ts';
import { headerParameters, type Parameter, pathParameters, queryParameters } from './parameters.ts';
import type { PathTemplate } from './path-templates.ts';

export interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: RequestBody;
  readonly responses: Readonly<Record<string, Response>>;
}

interface RequestBody {
  readonly required: boolean;
  readonly content: Content;
}

type Content = Readonly<Record<string, { readonly schema: JsonSchema }>>;

interface Response {
  readonly description: string;
  readonly content?: Content;
}

const bodyTypes = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
] as const;

/** Describes a route at one of its paths. `ids` are those of the document so far. */
export function createOperation(
  route: CompiledRoute,
  template: PathTemplate,
  components: Components,
  ids: Set<string>,
): Operation {
  const operationId = freeId(route, template, ids);
  const { params, searchParams, headers, body } = route.config.requestValidator;
  const adopt = (schema: Schema | undefined, part: string): JsonSchema =>
    schema === undefined ? {} : components.adopt(jsonSchemaOf(schema) ?? {}, operationId + part);
  const parameters = [
    ...pathParameters(template.segments, adopt(params, 'Params'), components),
    ...(searchParams ? queryParameters(adopt(searchParams, 'SearchParams'), components) : []),
    ...(headers ? headerParameters(adopt(headers, 'Headers'), components) : []),
  ];
  const content = route.body === 'read' ? adopt(body, 'Body') : undefined;
  return {
    operationId,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content === undefined ? {} : { requestBody: requestBody(content, components) }),
    responses: responses(route, adopt(route.config.responseValidator, 'Response')),
  };
}

/** The method and the words of the path, as in `getPostsPostId`. */
function freeId({ method }: CompiledRoute, { segments }: PathTemplate, ids: Set<string>): string {
  const words = segments
    .map(segment => (segment.kind === 'static' ? segment.text : segment.name))
    .flatMap(text => text.match(/[A-Za-z0-9]+/g) ?? []);
  const base = [method, ...words.map(word => word.charAt(0).toUpperCase() + word.slice(1))].join(
    '',
  );
  let id = base;
  for (let n = 2; ids.has(id); n++) id = `${base}${n}`;
  ids.add(id);
  return id;
}

function requestBody(schema: JsonSchema, components: Components): RequestBody {
  const fields = fieldsOf(schema, components);
  // An empty body is {} to a route, which will do where no field is required.
  const required = fields === undefined || [...fields.values()].some(field => field.required);
  return { required, content: Object.fromEntries(bodyTypes.map(type => [type, { schema }])) };
}

function responses(route: CompiledRoute, success: JsonSchema): Operation['responses'] {
  const error = { schema: { $ref: '#/components/schemas/Error' } };
  const refusals: [string, string, boolean][] = [
    ['400', 'Bad Request', route.parts.length > 0],
    ['401', 'Unauthorized', route.user !== undefined],
    ['413', 'Payload Too Large', route.body === 'read'],
    ['500', 'Internal Server Error', true],
  ];
  const told = refusals
    .filter(([, , canArise]) => canArise)
    .map(([status, description]) => [status, respond(route, description, error.schema)]);
  return { 200: respond(route, 'OK', success), ...Object.fromEntries(told) };
}

const respond = ({ method }: CompiledRoute, description: string, schema: JsonSchema): Response =>
  method === 'head'
    ? { description }
    : { description, content: { 'application/json': { schema } } };
