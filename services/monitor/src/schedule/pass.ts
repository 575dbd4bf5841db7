export interface PassOptions {
  /** Ids in the order entered. */
  readonly ids: readonly string[];
  /** How many whole passes to make. */
  readonly repeat: number;
  readonly run: (id: string) => Promise<void>;
  /** Nothing more is started once it aborts; the run in progress is the caller's to end. */
  readonly signal: AbortSignal;
}

/** Runs every id once a pass, one after another. Rejects with what a run rejects with. */
export async function runPasses({ ids, repeat, run, signal }: PassOptions): Promise<void> {
  for (let pass = 0; pass < repeat; pass++) {
    for (const id of ids) {
      if (signal.aborted) return;
      await run(id);
    }
  }
}
