import type { RequestId } from '@modelcontextprotocol/server';

/**
 * The calls of clients of 2025 that are running over HTTP, where what cancels a call comes in a request of its own.
 * A session is nothing but the name by which the two find each other: nothing is kept of it between calls, so none
 * has to expire, and a restart of the server ends none.
 */
export class RunningCalls {
  readonly #calls = new Map<string, AbortController>();

  /** Runs what `cancel` of the same session and id aborts. */
  async run<Result>(
    call: Call,
    signal: AbortSignal,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    const key = keyOf(call);
    const cancelled = new AbortController();
    this.#calls.set(key, cancelled);
    try {
      return await work(AbortSignal.any([signal, cancelled.signal]));
    } finally {
      if (this.#calls.get(key) === cancelled) this.#calls.delete(key);
    }
  }

  cancel(call: Call): void {
    this.#calls.get(keyOf(call))?.abort(new Error('cancelled by the client'));
  }

  get size(): number {
    return this.#calls.size;
  }
}

interface Call {
  readonly session: string;
  readonly id: RequestId;
}

/** The ids 1 and "1" are two. */
const keyOf = ({ session, id }: Call): string => JSON.stringify([session, id]);
