/** Milliseconds after which everything is read whatever the newest event is: a sync brings events that are older. */
const trustMs = 60_000;

interface LooksParts {
  /** The newest event of the board as the command prints it; rejects where that cannot be told. */
  readonly readNewest: (ending: AbortController) => Promise<string>;
  /** Has everything read again. */
  readonly revise: () => void;
  /** Milliseconds. */
  readonly now: () => number;
}

export interface Looks {
  /** Looks whether something has changed; does nothing while it is looked already. Never rejects. */
  readonly look: (ending: AbortController) => Promise<void>;
  /** Something that was read failed: the next look has it read again, changed or not. */
  readonly distrust: () => void;
}

/** Looks at one event instead of everything that is shown, and has the rest read only where that event is another. */
export function createLooks({ readNewest, revise, now }: LooksParts): Looks {
  let seen: string | undefined;
  let readAt = Number.NEGATIVE_INFINITY;
  let isLooking = false;
  return {
    async look(ending) {
      if (isLooking) return;
      isLooking = true;
      const newest = await readNewest(ending).catch(() => undefined);
      isLooking = false;
      if (ending.signal.aborted) return;
      // Where the server is away, what reads it again tells so.
      const isSame = newest !== undefined && newest === seen;
      if (isSame && now() - readAt < trustMs) return;
      seen = newest;
      readAt = now();
      revise();
    },
    distrust() {
      seen = undefined;
    },
  };
}
