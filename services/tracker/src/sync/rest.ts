import { setTimeout as pause } from 'node:timers/promises';
import { TrackerError } from '../errors.ts';

/** Waits a random part of `longest` milliseconds, so that those who met once do not meet again. */
export async function rest(longest: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(Math.random() * longest, undefined, { signal });
  } catch (cause) {
    if (signal.reason instanceof TrackerError) throw signal.reason;
    throw new TrackerError('REMOTE_FAILED', 'the sync was stopped', {
      remedy: 'what is here is stored; sync again',
      cause,
    });
  }
}
