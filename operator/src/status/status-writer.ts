import type { Clock, Delivery, Outbox, Recorder, StateChange, StateStore } from '@picket/monitor';
import type { KubeApi } from '../kube/api.ts';
import type { Resource } from '../kube/resource.ts';
import type { WriteLimit } from '../kube/write-limit.ts';
import type { ProbeResource } from '../resource/probe-resource.ts';
import type { Finding } from './conditions.ts';
import type { WriteKind } from './desired-status.ts';
import { BookStatusWriter } from './writer.ts';

/** What reconciling found: the conditions but for their times, and the generation they are about. */
export interface Verdict {
  readonly generation: number;
  /**
   * `Healthy` only where the probe is not run, being suspended or invalid. Otherwise the writer makes it of the
   * alert states, and of whether a run was judged: see `healthOf`.
   */
  readonly conditions: readonly Finding[];
  /** Value of the annotation that was obeyed. */
  readonly lastRunNow?: string;
}

/** What metrics are made of. */
export interface StatusWriterObserver {
  onWrite(kind: WriteKind): void;
  /** Somebody else had written meanwhile. */
  onConflict(): void;
}

export interface StatusWriterSettings {
  readonly api: Pick<KubeApi, 'get' | 'replace'>;
  readonly resource: Resource<ProbeResource>;
  readonly limit: WriteLimit;
  readonly clock: Clock;
  /** From 0 to below 1; spreads retries. */
  readonly random: () => number;
  /** Writes under way at once. */
  readonly concurrency: number;
  /** Channels every probe tells beside its own, such as that of Events. */
  readonly alwaysTell: readonly string[];
  /** Told once a change is in the status, with its transitions. */
  readonly onRecorded: (change: StateChange) => void;
  /**
   * Another replica's record won: what is in memory of this probe is void, and is not taken until `open` was
   * asked for the record.
   */
  readonly onSuperseded: (id: string) => void;
  /** A channel may be sent something that it might not before, whoever recorded it. */
  readonly onOwed?: () => void;
  /** There was no room for a delivery any more: the oldest of a probe go first. */
  readonly onGivenUp?: (delivery: Pick<Delivery, 'transition' | 'channel'>) => void;
  /** Told of each failed try; what could not be written is held and tried again. */
  readonly onError: (error: unknown, id: string) => void;
  readonly observer?: StatusWriterObserver;
}

/**
 * The one writer of the status of the probes this replica owns, and their record: alert states, conditions and
 * what is owed to channels, each change compared with the resourceVersion and set. Nothing is written that is there.
 */
export interface StatusWriter extends Pick<StateStore, 'open'>, Pick<Recorder, 'put' | 'flush'> {
  /**
   * Owns the probe from now on, or has heard of a newer version of it. An older one is passed over. Where its
   * record is not what this replica wrote last, another's won.
   */
  adopt(resource: ProbeResource): void;
  /** Owns it no more; what is not written of it still is, as far as nobody else wrote meanwhile. */
  release(uid: string): void;
  /** The probe was deleted: nothing more is written of it. */
  drop(uid: string): void;
  judge(uid: string, verdict: Verdict): void;
  /** A run of the probe of this id was judged. Costs next to nothing but the first time. */
  observed(id: string): void;
  /** What is owed of the probes owned, as it stands in their status on the server. */
  readonly outbox: Outbox;
  /** How many probes something is not written of. */
  readonly unwritten: number;
  /** Writes nothing more. */
  close(): void;
}

export function createStatusWriter(settings: StatusWriterSettings): StatusWriter {
  return new BookStatusWriter(settings);
}
