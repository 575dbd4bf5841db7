import { TrackerError } from '../errors.ts';

/** How long one tracker waits for another, in milliseconds. */
export const lockTimeout = 60_000;

/** SQLite's result codes, by what they mean for a cache, which holds nothing that the branch does not. */
const busy: readonly number[] = [5, 6];

/**
 * 1: a table is missing; 8: the file may not be written, or is not the one that was opened; 10: it cannot be read;
 * 11 and 26: it is damaged; 13: the disk is full; 14: what SQLite keeps beside it cannot be made.
 */
const unusable: readonly number[] = [1, 8, 10, 11, 13, 14, 26];

const full = 13;

export function isBusy(error: unknown): boolean {
  return busy.includes(codeOf(error));
}

/** Whether another cache, built anew, would do. */
export function isUnusable(error: unknown): boolean {
  return unusable.includes(codeOf(error));
}

/** Whether there was no room for it, so that a new one in a file would fare no better. */
export function isFull(error: unknown): boolean {
  return codeOf(error) === full;
}

function codeOf(error: unknown): number {
  if (error instanceof TrackerError) return codeOf(error.cause);
  if (!(error instanceof Error) || !('errcode' in error)) return 0;
  return typeof error.errcode === 'number' ? error.errcode & 0xff : 0;
}

export function locked(cause: unknown): TrackerError {
  return new TrackerError(
    'LOCKED',
    `another tracker kept the repository locked for ${lockTimeout / 1000} s`,
    {
      remedy: 'try again; `ps` shows which tracker is still running',
      cause,
    },
  );
}

/** What a reader meets in the middle of its work; whoever writes begins again by themselves. */
export function damaged(file: string | null, cause: unknown): TrackerError {
  if (isFull(cause)) {
    const said = `the cache ${file ?? 'in memory'} has no room left to grow; nothing is lost`;
    return new TrackerError('FILE', said, {
      remedy: 'make room on the disk, and try again',
      cause,
    });
  }
  return new TrackerError('FILE', `the cache ${file ?? 'in memory'} is damaged; nothing is lost`, {
    remedy: 'try again: it has been removed, and is built anew',
    cause,
  });
}
