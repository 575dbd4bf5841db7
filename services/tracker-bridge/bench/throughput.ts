import { type Spread, spreadOf } from '@picket/tracker/fixtures/spread';
import PQueue from 'p-queue';
import { timed } from './timed.ts';

export interface Throughput {
  readonly parallel: number;
  /** Runs a second. */
  readonly direct: Spread;
  readonly served: Spread;
  /** Of the medians. */
  readonly ratio: number;
}

interface Ways {
  readonly direct: () => Promise<unknown>;
  readonly served: () => Promise<unknown>;
}

interface Load {
  readonly rounds: number;
  /** Of one round. */
  readonly runs: number;
  readonly parallel: number;
}

/** As many runs at a time either way, in turns; the first round only warms up. */
export async function measureThroughput(
  ways: Ways,
  { rounds, runs, parallel }: Load,
): Promise<Throughput> {
  const rates = { direct: [] as number[], served: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const direct = await rate(ways.direct, runs, parallel);
    const served = await rate(ways.served, runs, parallel);
    if (round === 0) continue;
    rates.direct.push(direct);
    rates.served.push(served);
  }
  const [direct, served] = [spreadOf(rates.direct), spreadOf(rates.served)];
  return { parallel, direct, served, ratio: served.median / direct.median };
}

async function rate(work: () => Promise<unknown>, runs: number, parallel: number): Promise<number> {
  const queue = new PQueue({ concurrency: parallel });
  const all = Array.from({ length: runs }, () => work);
  return runs / ((await timed(() => queue.addAll(all))) / 1000);
}
