import type { HandlerResponse } from '../response.ts';

/** What a handler returned, where `successResponse` or `errorResponse` may have made it; else throws. */
export function requireHandlerResponse(value: unknown): HandlerResponse {
  if (isHandlerResponse(value)) return value;
  throw new TypeError(
    'the handler returned no response: return successResponse(...) or errorResponse(...)',
  );
}

const isHandlerResponse = (value: unknown): value is HandlerResponse =>
  isObject(value) &&
  isObject(value.headers) &&
  (value.kind === 'success'
    ? isStatus(value.status, 200, 399)
    : value.kind === 'error' &&
      isStatus(value.status, 400, 599) &&
      typeof value.message === 'string');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isStatus = (status: unknown, first: number, last: number): boolean =>
  typeof status === 'number' && Number.isInteger(status) && status >= first && status <= last;
