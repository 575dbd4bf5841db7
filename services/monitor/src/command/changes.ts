import { once } from 'node:events';

/** Changes that are noted at any time and handled one after the other; several noted meanwhile count as one. */
export interface Changes {
  readonly note: () => void;
  /** Handles what is noted until `signal` aborts; resolves once nothing is being handled. */
  handleUntil(signal: AbortSignal, handle: () => Promise<void>): Promise<void>;
}

export function createChanges(): Changes {
  let noted = Promise.withResolvers<void>();
  return {
    note: () => noted.resolve(),
    async handleUntil(signal, handle) {
      if (signal.aborted) return;
      const stopped = once(signal, 'abort');
      for (;;) {
        await Promise.race([noted.promise, stopped]);
        if (signal.aborted) return;
        noted = Promise.withResolvers();
        await handle();
      }
    },
  };
}
