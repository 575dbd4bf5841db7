import { PicketError } from '../errors.ts';

/**
 * The receiver did not take a notification. The message goes to logs: it never holds the receiver's address
 * beyond its host, nor headers. What the client threw is not kept as cause, since its text may hold both.
 */
export class DeliveryError extends PicketError {
  /** Milliseconds the receiver asked to be left alone for. */
  readonly retryAfter?: number;

  constructor(message: string, retryAfter?: number) {
    super('PKT_DELIVERY_FAILED', message);
    if (retryAfter !== undefined) this.retryAfter = retryAfter;
  }
}
