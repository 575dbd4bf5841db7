import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';

/** Of a change whose page was left before it failed. */
interface LostChange {
  readonly key: number;
  readonly error: Error;
}

interface Changes {
  /** Makes the tab ask before it is closed for as long as the change is under way. */
  readonly track: (change: Promise<unknown>) => void;
  /** For a failure that no component is left to show. */
  readonly tellLost: (error: Error) => void;
}

interface Lost {
  readonly lost: readonly LostChange[];
  readonly dismiss: (key: number) => void;
}

const ChangesContext = createContext<Changes | null>(null);
const LostContext = createContext<Lost>({ lost: [], dismiss: () => {} });

/** As many as are worth reading. */
const shown = 5;

/** Looks after the changes that components have begun, which go on when those are gone. */
export function ChangesProvider({ children }: { readonly children: ReactNode }) {
  const [running, setRunning] = useState(0);
  const [lost, setLost] = useState<readonly LostChange[]>([]);
  const isRunning = running > 0;
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: Event) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isRunning]);
  const changes = useMemo<Changes>(
    () => ({
      track(change) {
        setRunning(now => now + 1);
        const end = () => setRunning(now => now - 1);
        change.then(end, end);
      },
      tellLost(error) {
        setLost(now => [...now, { key: (now.at(-1)?.key ?? 0) + 1, error }].slice(-shown));
      },
    }),
    [],
  );
  const told = useMemo<Lost>(
    () => ({ lost, dismiss: key => setLost(now => now.filter(one => one.key !== key)) }),
    [lost],
  );
  return (
    <ChangesContext value={changes}>
      <LostContext value={told}>{children}</LostContext>
    </ChangesContext>
  );
}

export function useChanges(): Changes {
  const changes = useContext(ChangesContext);
  if (changes === null) throw new Error('useChanges stands outside ChangesProvider');
  return changes;
}

export const useLostChanges = (): Lost => useContext(LostContext);
