import { createContext, type ReactNode, useContext, useState } from 'react';
import type { RunBody, RunResult } from './use-run.ts';

export type RunState =
  | { readonly phase: 'idle' }
  | { readonly phase: 'running'; readonly body: RunBody }
  | {
      readonly phase: 'ended';
      readonly body: RunBody;
      readonly result: RunResult;
      readonly tookMs: number;
    }
  | { readonly phase: 'failed'; readonly body: RunBody; readonly error: Error }
  | { readonly phase: 'stopped'; readonly body: RunBody };

/** A run by name, and what ends it while it is under way. */
interface NamedRun {
  readonly state: RunState;
  readonly abort?: AbortController;
}

interface Runs {
  readonly get: (name: string) => NamedRun;
  readonly put: (name: string, run: NamedRun) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

const RunsContext = createContext<Runs>(createRuns());

/** Keeps the runs of tools, which go on while their page is left and are there when it is come back to. */
export function RunsProvider({ children }: { readonly children: ReactNode }) {
  const [runs] = useState(createRuns);
  return <RunsContext value={runs}>{children}</RunsContext>;
}

export const useRuns = (): Runs => useContext(RunsContext);

function createRuns(): Runs {
  const byName = new Map<string, NamedRun>();
  const listeners = new Set<() => void>();
  return {
    get: name => byName.get(name) ?? neverRun,
    put(name, run) {
      byName.set(name, run);
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const neverRun: NamedRun = { state: { phase: 'idle' } };
