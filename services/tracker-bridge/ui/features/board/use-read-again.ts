import { useCallback, useEffect, useRef } from 'react';

interface Reading {
  readonly abort: AbortController;
  /** Something may have changed since it began. */
  isOutdated: boolean;
}

/**
 * Reads as the component appears and whenever `key` changes, ending what was read for another; and whenever the
 * revision grows, once what is under way has ended. `read` never rejects. Returns a function that reads again.
 */
export function useReadAgain(
  key: string,
  revision: number,
  read: (abort: AbortController) => Promise<void>,
): () => void {
  const latest = useRef(read);
  useEffect(() => {
    latest.current = read;
  });
  const current = useRef<Reading | null>(null);
  const again = useCallback(async () => {
    if (current.current !== null) {
      current.current.isOutdated = true;
      return;
    }
    let isOutdated = true;
    while (isOutdated) {
      const mine: Reading = { abort: new AbortController(), isOutdated: false };
      current.current = mine;
      await latest.current(mine.abort);
      if (current.current !== mine) return;
      current.current = null;
      isOutdated = mine.isOutdated;
    }
  }, []);
  const readAt = useRef(revision);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a changed key is what it reads again for
  useEffect(() => {
    void again();
    return () => {
      current.current?.abort.abort();
      current.current = null;
    };
  }, [key, again]);
  useEffect(() => {
    if (readAt.current === revision) return;
    readAt.current = revision;
    void again();
  }, [revision, again]);
  return useCallback(() => void again(), [again]);
}
