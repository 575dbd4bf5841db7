import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startPostgres } from '../../fixtures/postgres-server.ts';
import { postgresUrl } from '../../fixtures/postgres-url.ts';
import { measureScale } from '../scale/measure-scale.ts';

/** What keeping results costs the runs, at 200 results a second. */
export interface HistoryCost {
  readonly store: string;
  /** Milliseconds by which starts came late: medians over the rounds. */
  readonly lagP50: number;
  readonly lagP99: number;
  /** Over that without a history. */
  readonly ratio: number;
  /** Share of one core. */
  readonly cpuShare: number;
}

const probes = 1_000;
const intervalMs = 5_000;

/** The same schedule without a history, with SQLite and with PostgreSQL, in turns. */
export async function measureHistory(target: string, rounds: number): Promise<HistoryCost[]> {
  const folder = await mkdtemp(join(tmpdir(), 'picket-bench-'));
  const server = await startPostgres();
  const places = new Map([
    ['none', undefined],
    ['SQLite', join(folder, 'history.sqlite')],
    ['PostgreSQL', postgresUrl(server)],
  ]);
  const seen = Array.from(places.keys(), store => ({ store, scales: [] as Measured[] }));
  for (let round = 0; round < rounds; round++) {
    for (const { store, scales } of seen) {
      scales.push(await measureScale(target, probes, intervalMs, places.get(store)));
    }
  }
  await server.stop();
  await rm(folder, { recursive: true });
  const costs = seen.map(({ store, scales }) => ({
    store,
    lagP50: median(scales.map(({ lag }) => lag.p50)),
    lagP99: median(scales.map(({ lag }) => lag.p99)),
    cpuShare: median(scales.map(({ cpuShare }) => cpuShare)),
  }));
  const without = costs[0]?.lagP99 ?? Number.NaN;
  return costs.map(cost => ({ ...cost, ratio: cost.lagP99 / without }));
}

type Measured = Awaited<ReturnType<typeof measureScale>>;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
