import type { CompiledRoute } from '../execute/compile-route.ts';
import { isNothing, jsonSchemaOf, mayBeNothing } from '../schema/json-schema.ts';
import type { Schema } from '../schema/schema.ts';
import { Components } from './components.ts';
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
  const describe = (schema: Schema | undefined, name: string, into = components): JsonSchema =>
    schema === undefined
      ? {}
      : into.adopt(jsonSchemaOf(schema) ?? {}, {
          name: operationId + name.charAt(0).toUpperCase() + name.slice(1),
          place: `${route.method.toUpperCase()} ${route.path}: ${name}`,
        });
  // Of headers nothing is published as it is, their definitions neither.
  const unpublished = new Components({}, components.problems);
  const parameters = [
    ...pathParameters(template.segments, describe(params, 'params'), components),
    ...(searchParams ? queryParameters(describe(searchParams, 'searchParams'), components) : []),
    ...(headers ? headerParameters(describe(headers, 'headers', unpublished), unpublished) : []),
  ];
  const content = route.body === 'read' ? describe(body, 'body') : undefined;
  return {
    operationId,
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content === undefined ? {} : { requestBody: requestBody(content, components) }),
    responses: {
      ...successes(route, describe(route.config.responseValidator, 'responseValidator')),
      ...refusals(route),
    },
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

/** A route whose response is of nothing that JSON knows answers without a body. */
function successes(route: CompiledRoute, schema: JsonSchema): Operation['responses'] {
  if (route.method !== 'head' && isNothing(schema)) return { 204: noContent };
  return {
    200: respond(route, 'OK', schema),
    ...(route.method !== 'head' && mayBeNothing(schema) ? { 204: noContent } : {}),
  };
}

const noContent: Response = { description: 'No Content' };

function refusals(route: CompiledRoute): Operation['responses'] {
  const schema = { $ref: '#/components/schemas/Error' };
  const known: [string, string, boolean][] = [
    ['400', 'Bad Request', route.parts.length > 0],
    ['401', 'Unauthorized', route.user !== undefined],
    ['413', 'Payload Too Large', route.body === 'read'],
    ['500', 'Internal Server Error', true],
  ];
  return Object.fromEntries(
    known
      .filter(([, , canArise]) => canArise)
      .map(([status, description]) => [status, respond(route, description, schema)]),
  );
}

const respond = ({ method }: CompiledRoute, description: string, schema: JsonSchema): Response =>
  method === 'head'
    ? { description }
    : { description, content: { 'application/json': { schema } } };
