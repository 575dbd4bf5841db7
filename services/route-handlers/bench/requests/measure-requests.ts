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
  readonly child: ChildProcess;
  readonly port: number;
  /** Microseconds of a request, by round. */
  readonly spent: number[];
}

const contestants = [
  { name: 'fastify with ajv', script: 'fastify-schema.ts' },
  { name: 'fastify with our plugin', script: 'fastify-plugin.ts' },
  { name: 'Request/Response handler', script: 'fetch-handler.ts' },
] as const;

/** The first rounds, in which the code is still being compiled, are not counted. */
const warmUp = 8;

/**
 * What a request costs the process that serves it, user and system. Rounds are short and take turns, so that noise
 * of the machine meets everyone alike.
 */
export async function measureRequests(rounds: number, roundMs: number): Promise<RequestCost[]> {
  const load = await startChild('load.ts');
  const started = await Promise.all(contestants.map(start));
  try {
    for (let round = -warmUp; round < rounds; round++) {
      for (const contestant of started) {
        const microseconds = await measure(contestant, load.child, roundMs);
        if (round >= 0) contestant.spent.push(microseconds);
      }
    }
    return started.map(({ name, spent }) => ({
      name,
      requestsPerCpuSecond: Math.round(1e6 / quantile(spent, 0.5)),
      cost: ratios(spent, started[0]?.spent ?? []),
    }));
  } finally {
    await Promise.all([load.child, ...started.map(({ child }) => child)].map(stopChild));
  }
}

async function start({ name, script }: (typeof contestants)[number]): Promise<Contestant> {
  const { child, first } = await startChild<{ port: number }>(script);
  return { name, child, port: first.port, spent: [] };
}

async function measure({ child, port }: Contestant, load: ChildProcess, ms: number) {
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
