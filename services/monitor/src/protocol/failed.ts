import type { Code } from './codes.ts';
import { codeOf } from './error-code.ts';
import type { Failed, Failure, Measurement, SentConfig } from './result.ts';

/** What every result of a request says, answered or not. */
export interface Sent {
  readonly config: SentConfig;
  /** Milliseconds from the start of the request to its end. */
  readonly time: number;
  readonly measured: Measurement;
}

export interface FailedRequest extends Sent {
  readonly code: Code;
  readonly reason: string;
  readonly phase: Failure['phase'];
  readonly cause?: unknown;
}

/** The result of a request nothing answered: its code stands in `response.status`, its reason in `statusText`. */
export function failed({ code, reason, phase, cause, ...sent }: FailedRequest): Failed {
  const { config, time, measured } = sent;
  return {
    kind: 'failed',
    response: { status: code, statusText: reason, time, config },
    failure: { code, reason, phase, ...(cause === undefined ? {} : { cause }) },
    measured,
  };
}

/** The same, with code and reason taken from an error. */
export function failedBy(error: unknown, phase: Failure['phase'], sent: Sent): Failed {
  return failed({ ...sent, code: codeOf(error), reason: reasonOf(error), phase, cause: error });
}

function reasonOf(error: unknown): string {
  // An AggregateError, of several addresses that refused, has no message of its own.
  const first = error instanceof AggregateError && error.message === '' ? error.errors[0] : error;
  return first instanceof Error && first.message !== '' ? first.message : String(first);
}
