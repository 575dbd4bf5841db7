import { useCallback, useSyncExternalStore } from 'react';
import { useChanges } from './changes.tsx';
import { useRevise } from './revision.tsx';
import { type RunState, useRuns } from './runs.tsx';
import { toError } from './to-error.ts';
import { type RunBody, useRun } from './use-run.ts';

export interface StoppableRun {
  readonly state: RunState;
  /** Does nothing while one runs. What everything shows is read again once it has ended. */
  readonly start: (body: RunBody) => Promise<void>;
  /** Ends the command on the server. */
  readonly stop: () => void;
}

/**
 * The run of this name, of which there is one at a time; its whole end is shown, and it can be stopped. It goes on
 * while its page is left; the tab asks before it is closed, which would end it.
 */
export function useStoppableRun(name: string): StoppableRun {
  const run = useRun();
  const revise = useRevise();
  const { track } = useChanges();
  const runs = useRuns();
  const { state } = useSyncExternalStore(runs.subscribe, () => runs.get(name));
  const start = useCallback(
    async (body: RunBody) => {
      if (runs.get(name).state.phase === 'running') return;
      const abort = new AbortController();
      const begun = performance.now();
      const call = run(body, abort);
      runs.put(name, { state: { phase: 'running', body }, abort });
      track(call);
      const ended = await call.then(
        (result): RunState => ({
          phase: 'ended',
          body,
          result,
          tookMs: performance.now() - begun,
        }),
        (thrown: unknown): RunState => {
          return { phase: 'failed', body, error: toError(thrown) };
        },
      );
      if (abort.signal.aborted) return;
      runs.put(name, { state: ended });
      revise();
    },
    [name, run, revise, runs, track],
  );
  const stop = useCallback(() => {
    const { state, abort } = runs.get(name);
    if (state.phase !== 'running') return;
    abort?.abort();
    runs.put(name, { state: { phase: 'stopped', body: state.body } });
    revise();
  }, [name, revise, runs]);
  return { state, start, stop };
}
