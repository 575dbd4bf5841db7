import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { usePostApiRun } from '../../src/app/api/run/use-route-post.ts';
import { forgetError, type KeptRead, nothingRead, takeIn } from './kept-read.ts';
import { useOutdated } from './outdated.tsx';
import type { Decode } from './records.ts';
import { useDistrust, useRevision } from './revision.tsx';

export interface Read<T> {
  /** What was read last; stays while it is read again, and the same object while it is the same. */
  readonly data: T | undefined;
  /** Why there is nothing to show; where something is, a banner of the shell tells of looks that fail. */
  readonly error: Error | undefined;
  /** Nothing to show yet. */
  readonly isLoading: boolean;
  readonly reload: () => void;
}

/** Longer than the server lets a run take. */
export const timeoutMs = 150_000;

/**
 * What the command prints for these arguments, read again whenever it may have changed. `decode` is called once for
 * each thing that it prints, and is to depend on nothing else.
 */
export function useRead<T>(argv: readonly string[], decode: Decode<T>): Read<T> {
  const input = { body: { argv: [...argv] }, options: { timeoutMs } };
  const call = usePostApiRun({ autoRun: true, ...input });
  const read = useLatest(() => void call.fetchData(input));
  useReadAgain(call.isLoading, read);

  const [kept, setKept] = useState<KeptRead<T>>(nothingRead);
  const now = takeIn(kept, call.data ?? call.error ?? undefined, decode);
  if (now !== kept) setKept(now);
  useOutdated(now.outdated);
  useDistrust(now.error ?? now.outdated);

  const reload = useCallback(() => {
    setKept(forgetError);
    read();
  }, [read]);
  const { data, error } = now;
  return useMemo(
    () => ({ data, error, isLoading: data === undefined && error === undefined, reload }),
    [data, error, reload],
  );
}

/** What is under way may have begun before the change: it is let end, and another look follows. */
function useReadAgain(isLoading: boolean, read: () => void): void {
  const { revision } = useRevision();
  const readAt = useRef(revision);
  useEffect(() => {
    if (isLoading || readAt.current === revision) return;
    readAt.current = revision;
    read();
  }, [isLoading, revision, read]);
}

/** A function that stays the same and calls the last one given. */
function useLatest(call: () => void): () => void {
  const latest = useRef(call);
  useEffect(() => {
    latest.current = call;
  });
  return useCallback(() => latest.current(), []);
}
