import { setTimeout } from 'node:timers/promises';
import type { ApiServer } from '@picket/cluster';
import { readApiWrites, writesBetween } from './api-writes.ts';

/** Writes a minute by what they are: `PUT leases`. */
export type WriteRates = ReadonlyMap<string, number>;

/** What is written while nobody does anything but what runs anyway. */
export async function measureWrites(
  server: Pick<ApiServer, 'kubectl'>,
  seconds: number,
): Promise<WriteRates> {
  const before = await readApiWrites(server);
  const began = performance.now();
  await setTimeout(seconds * 1000);
  const after = await readApiWrites(server);
  const minutes = (performance.now() - began) / 60_000;
  const rates = [...writesBetween(before, after)].map(
    ([name, count]) => [name, count / minutes] as const,
  );
  return new Map(rates);
}
