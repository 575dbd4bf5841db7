import { Malformed } from '../malformed.ts';
import type { ErrorResponse } from '../response.ts';
import { BodyTooLarge } from './body-too-large.ts';
import type { Incoming } from './incoming.ts';
import { refusal } from './refusal.ts';

type AnswerFailure = (error: unknown, incoming: Incoming) => ErrorResponse;

/** What is answered where a step throws; the log is told of what is no doing of the client's. */
export const failures = {
  ofUser: (error, incoming) => {
    incoming.report(error);
    return refusal.unauthorized;
  },
  /** A body that breaks off is one whose client has gone. */
  ofReading: error =>
    error instanceof BodyTooLarge ? refusal.payloadTooLarge : refusal.badRequest,
  /** Anything but a malformed request is a schema's own mistake. */
  ofValidating: (error, incoming) => {
    if (!(error instanceof Malformed)) incoming.report(error);
    return refusal.badRequest;
  },
  ofHandler: (error, incoming) => {
    incoming.report(error);
    return refusal.internalServerError;
  },
} as const satisfies Record<string, AnswerFailure>;
