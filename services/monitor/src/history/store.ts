import type { HistoryResult } from './result.ts';
import type { RollUp, Span } from './roll-up.ts';

/** Results that are recorded together, once: a batch that may have been recorded is given again as it is. */
export interface Batch {
  /** Random and unlike that of any other. */
  readonly id: string;
  readonly results: readonly HistoryResult[];
}

export interface Bounds {
  /** Milliseconds for which results are kept. */
  readonly keepResults: number;
  /** Milliseconds for which bodies are kept, at most as long as their results. */
  readonly keepBodies: number;
  /** Bytes that everything may take; what is oldest goes first. */
  readonly maxBytes: number;
}

export interface ResultsQuery {
  readonly probe: string;
  readonly request?: string;
  /** Unix milliseconds: from this on, and before that. */
  readonly since?: number;
  readonly until?: number;
  /** Only those that were not good. */
  readonly failed?: boolean;
  readonly bodies?: boolean;
  readonly limit: number;
  /** The last result of the page before: what follows it. */
  readonly after?: Position;
}

/** Where a result stands among those of its probe. */
export interface Position {
  readonly at: number;
  readonly number: number;
}

export interface StoredResult extends HistoryResult {
  readonly number: number;
}

export interface RollUpsQuery {
  readonly probe: string;
  readonly span: Span;
  /** Unix milliseconds of the first start. */
  readonly since: number;
}

export interface RequestRollUp extends RollUp {
  readonly request: string;
}

/** Probes of which something is kept, by id. */
export interface ProbesQuery {
  readonly limit: number;
  /** This one alone. */
  readonly only?: string;
  /** Ids that come after this one. */
  readonly after?: string;
}

export interface KnownProbe {
  readonly probe: string;
  readonly requests: readonly string[];
}

/** Reads what is kept. Everything rejects with `PKT_HISTORY_UNAVAILABLE` where the store cannot be asked, after a time-out. */
export interface HistoryReader {
  probes(query: ProbesQuery): Promise<KnownProbe[]>;
  /** The newest first. */
  results(query: ResultsQuery): Promise<StoredResult[]>;
  rollUps(query: RollUpsQuery): Promise<RequestRollUp[]>;
  close(): Promise<void>;
}

/** Keeps results and what they come to. */
export interface HistoryStore extends HistoryReader {
  /** Records a batch whole, or rejects; one that is recorded already is left as it is. */
  write(batch: Batch): Promise<void>;
  /** Deletes what is out of bounds, in steps that let writes go on between them. */
  prune(bounds: Bounds, now: number): Promise<void>;
}

/** For how long figures are kept, in milliseconds: the longest window, and room for its first hour. */
export const keepRollUps: Readonly<Record<Span, number>> = {
  minute: 3 * 3_600_000,
  hour: 31 * 24 * 3_600_000,
};
