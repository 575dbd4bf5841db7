import { useCallback, useRef, useState } from 'react';
import { useChanges } from './changes.tsx';
import { CommandError } from './command-error.ts';
import { useRevise } from './revision.tsx';
import { toError } from './to-error.ts';
import { useIsThere } from './use-is-there.ts';
import { useRun } from './use-run.ts';

export interface Change {
  /**
   * Runs the command; what everything shows is read again then. Resolves to what it printed, to null where it failed,
   * which `error` tells. Calls of one component are made one after the other, also once the component is gone.
   */
  readonly run: (argv: readonly string[]) => Promise<unknown>;
  /** Of the last call. */
  readonly error: Error | null;
  readonly isRunning: boolean;
}

/**
 * For changes, which are made whatever becomes of the component: a hook of the route would end its call, and so the
 * command, as the dialog or the page goes.
 */
export function useChange(): Change {
  const runCommand = useRun();
  const revise = useRevise();
  const { track, tellLost } = useChanges();
  const [error, setError] = useState<Error | null>(null);
  const [running, setRunning] = useState(0);
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const isThere = useIsThere();
  const run = useCallback(
    (argv: readonly string[]) => {
      const call = async () => {
        setError(null);
        try {
          const end = await runCommand({ argv: [...argv] });
          if (end.exitCode === 0) return end.json;
          throw new CommandError(end);
        } catch (thrown) {
          const failure = toError(thrown);
          setError(failure);
          if (!isThere.current) tellLost(failure);
          return null;
        } finally {
          setRunning(now => now - 1);
          // Also where it failed: the answer may be lost, but the change be made.
          revise();
        }
      };
      setRunning(now => now + 1);
      const mine = last.current.then(call);
      last.current = mine;
      track(mine);
      return mine;
    },
    [runCommand, revise, track, tellLost, isThere],
  );
  return { run, error, isRunning: running > 0 };
}
