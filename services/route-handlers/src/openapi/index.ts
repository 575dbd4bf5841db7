export {
  createOpenApi,
  type OpenApiDocument,
  type OpenApiInfo,
  type OpenApiOptions,
  type OpenApiRoute,
} from './create-openapi.ts';
