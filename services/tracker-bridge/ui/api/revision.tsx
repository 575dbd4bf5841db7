import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { createLooks, type Looks } from './looks.ts';
import { useRun } from './use-run.ts';

/** Milliseconds between two looks at what others have changed. */
const lookEvery = 15_000;

interface Revisions {
  /** How often something may have changed so far. */
  readonly current: () => number;
  /** Whether anything that is shown is read again at all. */
  readonly isHeeded: () => boolean;
  readonly subscribe: (listener: () => void) => () => void;
  readonly revise: () => void;
}

interface Told extends Revisions, Pick<Looks, 'distrust'> {}

const RevisionContext = createContext<Told>({ ...createRevisions(), distrust: () => {} });

/**
 * Has everything below it read again after each change, once the network is back, and where a look finds that others
 * have changed something: those are now and then while the tab is seen, and as it comes back to sight.
 */
export function RevisionProvider({ children }: { readonly children: ReactNode }) {
  const run = useRun();
  const [revisions] = useState(createRevisions);
  const { look, distrust } = useMemo(
    () =>
      createLooks({
        async readNewest(ending) {
          const { exitCode, stdout } = await run({ argv: ['log', '--limit=1'] }, ending);
          return `${exitCode} ${stdout}`;
        },
        revise: revisions.revise,
        now: () => performance.now(),
      }),
    [run, revisions],
  );
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const lookIfSeen = () => {
      if (document.visibilityState === 'visible' && revisions.isHeeded()) void look(ending);
    };
    const timer = setInterval(lookIfSeen, lookEvery);
    document.addEventListener('visibilitychange', lookIfSeen, { signal });
    window.addEventListener('online', revisions.revise, { signal });
    return () => {
      clearInterval(timer);
      ending.abort();
    };
  }, [look, revisions]);
  const told = useMemo<Told>(() => ({ ...revisions, distrust }), [revisions, distrust]);
  return <RevisionContext value={told}>{children}</RevisionContext>;
}

interface Revision {
  /** Grows whenever what is shown may be out of date. */
  readonly revision: number;
  /** To be called after a change. */
  readonly revise: () => void;
}

export function useRevision(): Revision {
  const { current, subscribe, revise } = useContext(RevisionContext);
  return { revision: useSyncExternalStore(subscribe, current), revise };
}

/** For those who change only, and need not be drawn again with every look. */
export const useRevise = (): (() => void) => useContext(RevisionContext).revise;

/** Has what failed read again at the next look, though nothing has changed. */
export function useDistrust(failure: Error | undefined): void {
  const { distrust } = useContext(RevisionContext);
  useEffect(() => {
    if (failure !== undefined) distrust();
  }, [failure, distrust]);
}

function createRevisions(): Revisions {
  let count = 0;
  const listeners = new Set<() => void>();
  return {
    current: () => count,
    isHeeded: () => listeners.size > 0,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    revise() {
      count += 1;
      for (const listener of listeners) listener();
    },
  };
}
