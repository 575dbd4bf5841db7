import type { ErrorCode } from '../../errors.ts';
import type { HistoryPlace } from '../place.ts';
import type { HistoryStore } from '../store.ts';

/** What the thread of a history is started with. */
export interface ThreadData {
  readonly place: HistoryPlace;
  /** Bytes a file may have. */
  readonly maxBytes: number;
}

/** A call of the store, to the thread. */
export type Call = {
  readonly [Method in keyof HistoryStore]: {
    readonly method: Method;
    readonly given: Parameters<HistoryStore[Method]>;
  };
}[keyof HistoryStore];

/** To the thread. */
export interface Question {
  readonly id: number;
  readonly call: Call;
}

/** From the thread; the first, with the id 0, tells whether the history was opened. */
export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly problem: Problem };

/** What a `PicketError` is on its way out of the thread. */
export interface Problem {
  readonly code: ErrorCode;
  readonly message: string;
}
