import { RouteHandlerError } from './errors.ts';

export type ResponseHeaders = Readonly<Record<string, string | readonly string[]>>;

export interface ResponseOptions {
  readonly headers?: ResponseHeaders;
}

export interface SuccessResponse<Body = unknown> {
  readonly kind: 'success';
  readonly status: number;
  /** Sent as JSON; undefined sends no body. */
  readonly body: Body;
  readonly headers: ResponseHeaders;
}

export interface ErrorResponse {
  readonly kind: 'error';
  readonly status: number;
  /** Sent as `{ "message": ... }`. */
  readonly message: string;
  readonly headers: ResponseHeaders;
}

export type HandlerResponse<Body = unknown> = SuccessResponse<Body> | ErrorResponse;

/** Answers with a body, as JSON. Throws `RH_RESPONSE` unless the status is 200 to 399. */
export function successResponse(
  status: number,
  body?: undefined,
  options?: ResponseOptions,
): SuccessResponse<undefined>;
export function successResponse<Body>(
  status: number,
  body: Body,
  options?: ResponseOptions,
): SuccessResponse<Body>;
export function successResponse(
  status: number,
  body?: unknown,
  { headers = {} }: ResponseOptions = {},
): SuccessResponse {
  requireStatus('successResponse', status, 200, 399);
  return { kind: 'success', status, body, headers };
}

/** Answers `{ "message": message }`. Throws `RH_RESPONSE` unless the status is 400 to 599. */
export function errorResponse(
  status: number,
  message: string,
  { headers = {} }: ResponseOptions = {},
): ErrorResponse {
  requireStatus('errorResponse', status, 400, 599);
  return { kind: 'error', status, message, headers };
}

function requireStatus(name: string, status: number, first: number, last: number): void {
  if (Number.isInteger(status) && status >= first && status <= last) return;
  throw new RouteHandlerError(
    'RH_RESPONSE',
    `${name} takes a status from ${first} to ${last}, not ${status}`,
  );
}
