/** What a contestant did in one round: what it cost is the CPU time of its own process. */
export interface Round {
  readonly probes: number;
  readonly cpuSeconds: number;
}

/** One way to probe, measured in a process of its own. */
export interface Contestant {
  readonly name: string;
  /** Probes for about `ms` milliseconds, with `concurrency` probes at once. */
  round(ms: number): Promise<Round>;
  stop(): Promise<void>;
}

export const concurrency = 20;
