export { createOpenApi, type OpenApiRoute } from './create-openapi.ts';
export type { OpenApiDocument, OpenApiInfo, OpenApiOptions } from './describe-routes.ts';
