export { type ErrorCode, errorTable, RouteHandlerError } from './errors.ts';
export {
  type AuthFunc,
  createRequestValidator,
  type RequestValidator,
} from './request-validator.ts';
export {
  type ErrorResponse,
  errorResponse,
  type HandlerResponse,
  type ResponseHeaders,
  type SuccessResponse,
  successResponse,
} from './response.ts';
export type {
  HandlerContext,
  HandlerFunc,
  HandlerInput,
  RouteConfig,
} from './route-config.ts';
export type { RouteRequest } from './route-request.ts';
export type { InputOf, OutputOf, Schema } from './schema/schema.ts';
