import type { Transition } from '../alert/transition.ts';

/**
 * One way to tell someone. A new one is a file with this shape, a test, and a line in `channels.ts`.
 */
export interface Channel {
  readonly id: string;
  /** Milliseconds one send may take; `signal` aborts after them. */
  readonly timeout: number;
  /**
   * Resolves once the receiver has taken it. Rejects with `DeliveryError` otherwise, or when `signal` aborts.
   * The receiver may see one transition again, with the same id.
   */
  send(transition: Transition, signal: AbortSignal): Promise<void>;
}
