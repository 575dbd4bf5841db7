import type { HandlerResponse } from '../response.ts';

/** Whether a handler returned what `successResponse` or `errorResponse` makes. */
export const isHandlerResponse = (value: unknown): value is HandlerResponse =>
  typeof value === 'object' &&
  value !== null &&
  'kind' in value &&
  'status' in value &&
  'headers' in value &&
  typeof value.headers === 'object' &&
  value.headers !== null &&
  hasStatusOfKind(value.kind, value.status) &&
  (value.kind === 'success' || ('message' in value && typeof value.message === 'string'));

const hasStatusOfKind = (kind: unknown, status: unknown): boolean =>
  Number.isInteger(status) &&
  (kind === 'success'
    ? isWithin(status, 200, 399)
    : kind === 'error' && isWithin(status, 400, 599));

const isWithin = (status: unknown, first: number, last: number): boolean =>
  Number(status) >= first && Number(status) <= last;
