import { setTimeout as pause } from 'node:timers/promises';
import { syncStopped } from './remote-error.ts';

/** Waits a random part of `longest` milliseconds, so that those who met once do not meet again. */
export async function rest(longest: number, signal: AbortSignal): Promise<void> {
  try {
    await pause(Math.random() * longest, undefined, { signal });
  } catch (cause) {
    throw syncStopped(cause);
  }
}
