import { Malformed } from '../malformed.ts';
import type { ErrorResponse } from '../response.ts';
import type { Incoming } from './incoming.ts';
import { refusal } from './refusal.ts';

/** 400 without a reason. Anything but a malformed request, as a schema that throws, is the log's to know. */
export function unreadable(error: unknown, incoming: Incoming): ErrorResponse {
  if (!(error instanceof Malformed)) incoming.report(error);
  return refusal.badRequest;
}
