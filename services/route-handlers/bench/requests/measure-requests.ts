import type { ChildProcess } from 'node:child_process';
import { askChild, startChild, stopChild } from './child.ts';
import type { Spent } from './report-usage.ts';

export interface RequestCost {
  readonly name: string;
  /** Median over the rounds. */
  readonly requestsPerCpuSecond: number;
  /** What a request costs in terms of what it costs the first contestant. */
  readonly cost: {
    /** In the same round: the median, and the middle half. */
    readonly median: number;
    readonly low: number;
    readonly high: number;
    /** Of the tenth of the rounds that disturbed each least, as other work on the machine only ever adds. */
    readonly quiet: number;
  };
}

interface Contestant {
  readonly name: string;
  readonly script: string;
  /** Microseconds of a request, by round. */
  readonly spent: number[];
}

interface Serving extends Contestant {
  readonly child: ChildProcess;
  readonly port: number;
}

const scripts = [
  { name: 'fastify with ajv', script: 'fastify-schema.ts' },
  { name: 'fastify with our plugin', script: 'fastify-plugin.ts' },
  { name: 'Request/Response handler', script: 'fetch-handler.ts' },
] as const;

/** Milliseconds of load before a session counts, in which the code is still being compiled. */
const warmUpMs = 2500;

export interface Rounds {
  /** How often everyone is started anew, as one process can be faster than another of the same code. */
  readonly sessions: number;
  readonly perSession: number;
  readonly ms: number;
}

/**
 * What a request costs the process that serves it, user and system. Rounds are short and take turns, so that noise
 * of the machine meets everyone alike.
 */
export async function measureRequests(rounds: Rounds): Promise<RequestCost[]> {
  const contestants = scripts.map((named): Contestant => ({ ...named, spent: [] }));
  for (let session = 0; session < rounds.sessions; session++) {
    await holdSession(contestants, rounds);
  }
  return contestants.map(({ name, spent }) => ({
    name,
    requestsPerCpuSecond: Math.round(1e6 / quantile(spent, 0.5)),
    cost: ratios(spent, contestants[0]?.spent ?? []),
  }));
}

async function holdSession(
  contestants: readonly Contestant[],
  { perSession, ms }: Rounds,
): Promise<void> {
  const load = await startChild('load.ts');
  const serving = await Promise.all(contestants.map(serve));
  try {
    for (const contestant of serving) await measure(contestant, load.child, warmUpMs);
    for (let round = 0; round < perSession; round++) {
      for (const contestant of serving) {
        contestant.spent.push(await measure(contestant, load.child, ms));
      }
    }
  } finally {
    await Promise.all([load.child, ...serving.map(({ child }) => child)].map(stopChild));
  }
}

async function serve(contestant: Contestant): Promise<Serving> {
  const { child, first } = await startChild<{ port: number }>(contestant.script);
  return { ...contestant, child, port: first.port };
}

async function measure({ child, port }: Serving, load: ChildProcess, ms: number): Promise<number> {
  const before = await askChild<Spent>(child, {});
  const { answers } = await askChild<{ answers: number }>(load, { port, ms });
  const after = await askChild<Spent>(child, {});
  return (after.microseconds - before.microseconds) / answers;
}

function ratios(own: readonly number[], first: readonly number[]): RequestCost['cost'] {
  const all = own.map((spent, round) => spent / (first[round] ?? Number.NaN));
  return {
    median: quantile(all, 0.5),
    low: quantile(all, 0.25),
    high: quantile(all, 0.75),
    quiet: quantile(own, 0.1) / quantile(first, 0.1),
  };
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (sorted.length - 1) * share;
  const [low = Number.NaN, high = low] = sorted.slice(Math.floor(at), Math.floor(at) + 2);
  return low + (high - low) * (at % 1);
}
