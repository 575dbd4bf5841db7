import { type Spread, spreadOf } from '@picket/tracker/fixtures/spread';
import { timed } from './timed.ts';

export interface Overhead {
  readonly name: string;
  /** Milliseconds. */
  readonly direct: Spread;
  readonly served: Spread;
  /** Of the medians. */
  readonly ratio: number;
}

type Run = (argv: readonly string[]) => Promise<unknown>;

interface Ways {
  readonly direct: Run;
  readonly served: Run;
}

const commands = {
  'read one ticket': ['ticket', 'read', '--id=77'],
  'list the first 100': ['ticket', 'read'],
  'list all': ['ticket', 'read', '--limit=0'],
  'change a ticket': ['ticket', 'update', '--id=77', '--title=The basket forgets'],
};

/** One run at a time, each command directly and through the server in turns; the first round only warms up. */
export async function measureOverhead(ways: Ways, rounds: number): Promise<readonly Overhead[]> {
  const measured: Overhead[] = [];
  for (const [name, argv] of Object.entries(commands)) {
    const times = { direct: [] as number[], served: [] as number[] };
    for (let round = 0; round <= rounds; round += 1) {
      const direct = await timed(() => ways.direct(argv));
      const served = await timed(() => ways.served(argv));
      if (round === 0) continue;
      times.direct.push(direct);
      times.served.push(served);
    }
    const [direct, served] = [spreadOf(times.direct), spreadOf(times.served)];
    measured.push({ name, direct, served, ratio: served.median / direct.median });
  }
  return measured;
}
