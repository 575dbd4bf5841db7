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
  /** Where people read it: one message then tells of all that is due. Absent: each transition is sent by itself. */
  readonly grouping?: Grouping;
  /** Where the receiver wants to hear of an incident for as long as it lasts. */
  readonly following?: Following;
}

export interface Grouping {
  /** Milliseconds that the first after a quiet time waits for others; absent: none. */
  readonly wait?: number;
  /** Milliseconds from one message to the next, at least: what comes meanwhile waits for it. */
  readonly every: number;
  /**
   * As `send`, of several at once, each alert's in order; they are taken all or none. Where there are many, they
   * come without what was sent and answered.
   */
  send(transitions: readonly Transition[], signal: AbortSignal): Promise<void>;
}

/** What is told here is not recorded: what fails is told again with the next look. */
export interface Following {
  /** Milliseconds between two looks. */
  readonly every: number;
  /**
   * The incidents of the channel that last, each with the id of its incident and the results of its last run; with
   * none it is not called. They are recorded. What it does must be harmless where the incident is not sent yet.
   */
  tellLasting(incidents: readonly Transition[], signal: AbortSignal): Promise<void>;
  /**
   * The incident will be heard of no more: its probe was removed, suspended, or is invalid, or does not notify the
   * channel now, or its alert is gone. It was sent before, or given up. It may be heard of again, where the probe is watched again.
   */
  tellLeft?(incident: Transition, signal: AbortSignal): Promise<void>;
}
