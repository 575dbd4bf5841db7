import { createContext, type ReactNode, useContext, useEffect, useId, useState } from 'react';

type Tell = (id: string, error: Error | undefined) => void;

const TellContext = createContext<Tell>(() => {});
const OutdatedContext = createContext<Error | undefined>(undefined);

/** Gathers why something that is shown below may be out of date. */
export function OutdatedProvider({ children }: { readonly children: ReactNode }) {
  const [errors, setErrors] = useState<ReadonlyMap<string, Error>>(new Map());
  // Stays the same, for every read of a page depends on it.
  const [tell] = useState<Tell>(() => (id: string, error: Error | undefined) => {
    setErrors(now => {
      if (now.get(id) === error) return now;
      const others = [...now].filter(([other]) => other !== id);
      return new Map(error === undefined ? others : [...others, [id, error]]);
    });
  });
  const first = errors.values().next().value;
  return (
    <TellContext value={tell}>
      <OutdatedContext value={first}>{children}</OutdatedContext>
    </TellContext>
  );
}

/** Tells that what this component shows may be out of date, until it is not, or the component goes. */
export function useOutdated(error: Error | undefined): void {
  const tell = useContext(TellContext);
  const id = useId();
  useEffect(() => {
    tell(id, error);
    return () => tell(id, undefined);
  }, [tell, id, error]);
}

/** Why something on the page may be out of date. */
export const useOutdatedBecause = (): Error | undefined => useContext(OutdatedContext);
