import { RouteHandlerError } from '../errors.ts';
import { type CompiledRoute, compileRoute } from '../execute/compile-route.ts';
import { isMethod, type Method } from '../method.ts';
import { Components } from './components.ts';
import { isJsonSchema, type JsonSchema } from './json-schema.ts';
import { createOperation, type Operation } from './operation.ts';
import { pathTemplates } from './path-templates.ts';

/** One route: its place and the exports of its config module. */
export interface OpenApiRoute {
  readonly method: Method | Uppercase<Method>;
  /** As in `/posts/[postId]`. */
  readonly path: string;
  readonly config: unknown;
}

export interface OpenApiInfo {
  readonly title: string;
  readonly version: string;
  readonly description?: string;
}

export interface OpenApiOptions {
  /** Where the paths stand below another than `/`. */
  readonly servers?: readonly { readonly url: string }[];
  /** JSON Schema of error bodies; default `{ message }`. */
  readonly errorSchema?: object | undefined;
}

export interface OpenApiDocument {
  readonly openapi: '3.1.1';
  readonly info: OpenApiInfo;
  readonly servers?: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Partial<Record<Method, Operation>>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, JsonSchema>> };
}

const messageSchema: JsonSchema = {
  type: 'object',
  properties: { message: { type: 'string' } },
  required: ['message'],
};

/**
 * Describes routes as OpenAPI 3.1. An optional catch-all is two paths, since OpenAPI has none. A schema of a library
 * that gives no JSON Schema is described as anything. Throws `RH_CONFIG` for a config that can't be used.
 */
export function createOpenApi(
  routes: readonly OpenApiRoute[],
  info: OpenApiInfo,
  { servers = [], errorSchema = messageSchema }: OpenApiOptions = {},
): OpenApiDocument {
  const components = new Components({ Error: isJsonSchema(errorSchema) ? errorSchema : {} });
  const paths: Record<string, Partial<Record<Method, Operation>>> = {};
  const ids = new Set<string>();
  for (const route of routes.map(compile)) {
    for (const template of pathTemplates(route.segments)) {
      const operation = createOperation(route, template, components, ids);
      paths[template.path] = { ...paths[template.path], [route.method]: operation };
    }
  }
  return {
    openapi: '3.1.1',
    info,
    ...(servers.length > 0 ? { servers } : {}),
    paths,
    components: { schemas: components.schemas },
  };
}

function compile({ method, path, config }: OpenApiRoute): CompiledRoute {
  const name = method.toLowerCase();
  if (!isMethod(name)) throw new RouteHandlerError('RH_CONFIG', `"${method}" is no method`);
  return compileRoute({ method: name, path, config });
}
