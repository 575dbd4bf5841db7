import type { StateChange, StateStore } from './store.ts';

export interface RecorderSettings {
  readonly store: StateStore;
  /** Called after each change that was recorded. */
  readonly onRecorded: (change: StateChange) => void;
  /** Called for each failed try; the change is held and tried again. */
  readonly onError: (error: unknown, change: StateChange) => void;
  readonly setTimer: (run: () => void, ms: number) => { cancel(): void };
  /** Milliseconds between two tries at a store that fails. */
  readonly retryEvery?: number;
}

/** Takes changes without making a run wait, and sees to it that each is recorded, in order for each probe. */
export interface Recorder {
  put(change: StateChange): void;
  /** Resolves once nothing is held, or once `signal` aborts: then with the number of changes still held. */
  flush(signal: AbortSignal): Promise<number>;
}

/** Changes held for a probe while its store fails are merged: the last states, and every transition. */
export function createRecorder(settings: RecorderSettings): Recorder {
  const held = new Map<string, StateChange>();
  const recording = new Set<string>();
  const waiting = new Set<() => void>();
  const retryEvery = settings.retryEvery ?? 1000;

  const settleIfIdle = () => {
    if (held.size > 0 || recording.size > 0) return;
    for (const resolve of waiting) resolve();
    waiting.clear();
  };

  const record = async (uid: string): Promise<void> => {
    const change = held.get(uid);
    if (change === undefined || recording.has(uid)) return;
    held.delete(uid);
    recording.add(uid);
    try {
      await settings.store.record(change);
      recording.delete(uid);
      settings.onRecorded(change);
      void record(uid);
    } catch (error) {
      recording.delete(uid);
      held.set(uid, merge(change, held.get(uid)));
      settings.onError(error, change);
      settings.setTimer(() => void record(uid), retryEvery);
    }
    settleIfIdle();
  };

  return {
    put(change) {
      const before = held.get(change.uid);
      held.set(change.uid, before === undefined ? change : merge(before, change));
      void record(change.uid);
    },
    flush(signal) {
      return new Promise(resolve => {
        const finish = () => resolve(held.size + recording.size);
        if (signal.aborted) return finish();
        signal.addEventListener('abort', finish, { once: true });
        waiting.add(finish);
        settleIfIdle();
      });
    },
  };
}

function merge(before: StateChange, after: StateChange | undefined): StateChange {
  if (after === undefined) return before;
  const states = new Map(
    [...before.states, ...after.states].map(keyed => [
      JSON.stringify([keyed.request, keyed.alert]),
      keyed,
    ]),
  );
  return {
    ...after,
    states: [...states.values()],
    transitions: [...before.transitions, ...after.transitions],
  };
}
