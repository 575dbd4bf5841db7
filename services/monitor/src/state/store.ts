import type { AlertState } from '../alert/state.ts';
import type { Transition } from '../alert/transition.ts';

/** Where one alert's state belongs: by key, so that reordering keeps it and changing the text resets it. */
interface AlertKey {
  readonly request: string;
  readonly alert: string;
}

/** The key as one text, for maps in memory; no two keys have the same. */
export function mapKey({ request, alert }: AlertKey): string {
  return JSON.stringify([request, alert]);
}

export interface KeyedState extends AlertKey {
  readonly state: AlertState;
}

export interface RecordedProbe {
  /** Never given twice, also not to a later probe of the same id in another state file. */
  readonly uid: string;
  readonly states: readonly KeyedState[];
  /** What alerts that are not among the states go on from, so that no sequence is given twice. Default 0. */
  readonly sequence?: number;
}

/** A change to one probe's states, recorded whole or not at all. */
export interface StateChange {
  readonly uid: string;
  readonly states: readonly KeyedState[];
  /** Transitions that the states above hold; recorded with one pending delivery for each channel. */
  readonly transitions: readonly Transition[];
  readonly channels: readonly string[];
}

/** The record of alert states: what it holds is true, what is only in memory may be lost. */
export interface StateStore {
  /** The probe's record, made now where there is none. */
  open(probeId: string): Promise<RecordedProbe>;
  /** Resolves once recorded; rejects where it could not be, and then nothing of it is. */
  record(change: StateChange): Promise<void>;
  close(): Promise<void>;
}
