/** What a hook tells of its calls. */
export interface CallState<Data> {
  /** Of the last call that ended, null where that failed. */
  readonly data: Data | null;
  /** Of the last call that ended, null where that succeeded, or once another has begun. */
  readonly error: Error | null;
  readonly isLoading: boolean;
  /** Of the last call that began by itself: `valueKey` of what it sent. */
  readonly autoKey: string | undefined;
}

/** The calls of one hook, of which only the newest counts. */
export interface CallStore<Data> {
  readonly getState: () => CallState<Data>;
  readonly subscribe: (listener: () => void) => () => void;
  /**
   * Makes a call in place of one that is under way. Resolves to what it gives; to null where it fails, which the
   * state tells, where a newer one has taken its place, and where the component is gone.
   */
  run(call: (signal: AbortSignal) => Promise<Data>, autoKey?: string): Promise<Data | null>;
  /** Ends the call under way, if any, as if it had not been made. Nobody is told: nobody is there to see it. */
  stop(): void;
  /** To be called as the component appears, and the returned function as it goes, after which no call is made. */
  attach(): () => void;
}

export function createCallStore<Data>(): CallStore<Data> {
  let state: CallState<Data> = { data: null, error: null, isLoading: false, autoKey: undefined };
  let current: AbortController | undefined;
  let isAttached = false;
  const listeners = new Set<() => void>();

  const change = (next: Partial<CallState<Data>>) => {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  };
  const stop = () => {
    if (current === undefined) return;
    current.abort();
    current = undefined;
    state = { ...state, isLoading: false };
  };

  return {
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async run(call, autoKey = state.autoKey) {
      if (!isAttached) return null;
      current?.abort();
      const mine = new AbortController();
      current = mine;
      change({ isLoading: true, error: null, autoKey });
      const outcome = await outcomeOf(() => call(mine.signal));
      if (current !== mine) return null;
      current = undefined;
      change({ ...outcome, isLoading: false });
      return outcome.data;
    },
    stop,
    attach() {
      isAttached = true;
      return () => {
        isAttached = false;
        stop();
      };
    },
  };
}

type Outcome<Data> = Pick<CallState<Data>, 'data' | 'error'>;

async function outcomeOf<Data>(call: () => Promise<Data>): Promise<Outcome<Data>> {
  try {
    return { data: await call(), error: null };
  } catch (error) {
    return { data: null, error: toError(error) };
  }
}

const toError = (error: unknown): Error =>
  error instanceof Error ? error : new Error(String(error), { cause: error });
