import type { Cancel, Clock } from '../schedule/clock.ts';
import { mapKey, type StateChange, type StateStore } from './store.ts';

export interface RecorderSettings {
  readonly store: StateStore;
  /** Called after each change that was recorded. */
  readonly onRecorded: (change: StateChange) => void;
  /** Called for each failed try; the change is held and tried again. */
  readonly onError: (error: unknown, change: StateChange) => void;
  readonly clock: Pick<Clock, 'setTimer'>;
}

/** Milliseconds between two tries at a store that fails. */
const retryEvery = 1000;

/** Takes changes without making a run wait, and sees to it that each is recorded, in order for each probe. */
export interface Recorder {
  put(change: StateChange): void;
  /** Tries at once what is held; resolves when nothing is, or when `signal` aborts. */
  flush(signal: AbortSignal): Promise<void>;
  /** Tries nothing more; returns of how many probes something is not recorded. */
  close(): number;
}

/** Changes held for a probe while its store fails are merged: the last states, and every transition. */
export function createRecorder(settings: RecorderSettings): Recorder {
  const held = new Map<string, StateChange>();
  const recording = new Set<string>();
  const retries = new Map<string, Cancel>();
  const waiting = new Set<() => void>();
  let isClosed = false;

  const settleIfIdle = () => {
    if (held.size > 0 || recording.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };

  const record = async (uid: string): Promise<void> => {
    const change = held.get(uid);
    if (change === undefined || recording.has(uid) || isClosed) return;
    held.delete(uid);
    recording.add(uid);
    try {
      await settings.store.record(change);
    } catch (error) {
      recording.delete(uid);
      held.set(uid, merge(change, held.get(uid)));
      settings.onError(error, change);
      if (isClosed) return;
      const cancel = settings.clock.setTimer(retryEvery, () => retry(uid));
      retries.set(uid, cancel);
      return;
    }
    recording.delete(uid);
    settings.onRecorded(change);
    void record(uid);
    settleIfIdle();
  };

  const retry = (uid: string) => {
    retries.get(uid)?.();
    retries.delete(uid);
    void record(uid);
  };

  return {
    put(change) {
      const before = held.get(change.uid);
      held.set(change.uid, before === undefined ? change : merge(before, change));
      if (!retries.has(change.uid)) void record(change.uid);
    },
    flush(signal) {
      for (const uid of [...retries.keys()]) retry(uid);
      return new Promise(resolve => {
        if (signal.aborted) return resolve();
        signal.addEventListener('abort', () => resolve(), { once: true });
        waiting.add(resolve);
        settleIfIdle();
      });
    },
    close() {
      isClosed = true;
      for (const cancel of retries.values()) cancel();
      retries.clear();
      return new Set([...held.keys(), ...recording]).size;
    },
  };
}

function merge(before: StateChange, after: StateChange | undefined): StateChange {
  if (after === undefined) return before;
  const states = new Map([...before.states, ...after.states].map(keyed => [mapKey(keyed), keyed]));
  return {
    ...after,
    states: [...states.values()],
    transitions: [...before.transitions, ...after.transitions],
  };
}
