import { codeOf } from '../error-code.ts';
import { Fault } from '../fault.ts';

/** OpenSSL’s errors with their short reason as the message, instead of a line of internals; others as they are. */
export function readable(error: Error): Error {
  if (!('library' in error && 'reason' in error)) return error;
  return new Fault(codeOf(error), `TLS: ${error.reason}`, { cause: error });
}
