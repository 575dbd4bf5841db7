import { open } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';

export interface Readiness {
  /** What is waited for, for the error. */
  readonly name: string;
  readonly isReady: (signal: AbortSignal) => Promise<boolean>;
  /** Whether waiting on is in vain. */
  readonly hasEnded?: () => boolean | Promise<boolean>;
  /** Its log, the end of which is put into the error. */
  readonly log?: string;
  /** Milliseconds */
  readonly limit: number;
}

const interval = 50;
const tailBytes = 4000;

/** Resolves when it is ready; rejects with the end of its log when it ends before or takes too long. */
export async function waitReady(readiness: Readiness): Promise<void> {
  const { name, limit, log } = readiness;
  const signal = AbortSignal.timeout(limit);
  while (!signal.aborted) {
    if (await readiness.isReady(signal)) return;
    if (await readiness.hasEnded?.()) throw new Error(`${name} ended${await endOf(log)}`);
    await setTimeout(interval);
  }
  throw new Error(`${name} was not ready after ${limit} ms${await endOf(log)}`);
}

async function endOf(log: string | undefined): Promise<string> {
  if (log === undefined) return '';
  await using file = await open(log);
  const { size } = await file.stat();
  const start = Math.max(0, size - tailBytes);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(tailBytes), 0, tailBytes, start);
  return `; ${log} ends with:\n${buffer.toString('utf8', 0, bytesRead)}`;
}
