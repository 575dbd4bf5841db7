import type { CompiledRoute } from '../execute/compile-route.ts';
import type { Method } from '../method.ts';
import { Components } from './components.ts';
import { isJsonSchema, type JsonSchema } from './json-schema.ts';
import { createOperation, type Operation } from './operation.ts';
import { pathTemplates } from './path-templates.ts';

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

export interface DescribedRoutes {
  readonly document: OpenApiDocument;
  /** What could not be described, each with its route. */
  readonly problems: readonly string[];
}

const messageSchema: JsonSchema = {
  type: 'object',
  properties: { message: { type: 'string' } },
  required: ['message'],
};

/** Describes routes that are compiled already. */
export function describeRoutes(
  routes: readonly CompiledRoute[],
  info: OpenApiInfo,
  { servers = [], errorSchema = messageSchema }: OpenApiOptions = {},
): DescribedRoutes {
  const components = new Components({ Error: isJsonSchema(errorSchema) ? errorSchema : {} });
  const paths: Record<string, Partial<Record<Method, Operation>>> = {};
  const ids = new Set<string>();
  for (const route of routes) {
    for (const template of pathTemplates(route.segments)) {
      const operation = createOperation(route, template, components, ids);
      paths[template.path] = { ...paths[template.path], [route.method]: operation };
    }
  }
  const document: OpenApiDocument = {
    openapi: '3.1.1',
    info,
    ...(servers.length > 0 ? { servers } : {}),
    paths,
    components: { schemas: components.schemas },
  };
  return { document, problems: [...new Set(components.problems)] };
}
