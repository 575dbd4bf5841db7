import { createHash } from 'node:crypto';

/**
 * How long, in milliseconds, a probe waits for its first run: the same share of `spread`, or of its interval where
 * that is shorter, each time, taken from its name, so that probes that begin together don't all run together.
 */
export function firstRun(id: string, interval: number, spread: number): number {
  const share = createHash('sha256').update(id).digest().readUInt32BE() / 2 ** 32;
  return share * Math.min(interval, spread);
}
