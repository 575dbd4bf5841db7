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
  /** The latter over that without a history in the same round: the median. */
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
    // Each begins as often as the others: what the machine does beside is nobody's alone.
    const turn = round % seen.length;
    for (const { store, scales } of [...seen.slice(turn), ...seen.slice(0, turn)]) {
      scales.push(await measureScale(target, probes, intervalMs, places.get(store)));
    }
  }
  await server.stop();
  await rm(folder, { recursive: true });
  const without = seen[0]?.scales ?? [];
  return seen.map(({ store, scales }) => ({
    store,
    lagP50: median(scales.map(({ lag }) => lag.p50)),
    lagP99: median(scales.map(({ lag }) => lag.p99)),
    ratio: median(
      scales.map(({ lag }, round) => lag.p99 / (without[round]?.lag.p99 ?? Number.NaN)),
    ),
    cpuShare: median(scales.map(({ cpuShare }) => cpuShare)),
  }));
}

type Measured = Awaited<ReturnType<typeof measureScale>>;

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
