import { setTimeout } from 'node:timers/promises';
import type { ApiServer } from '@picket/cluster';
import { applyProbes } from './apply-probes.ts';
import { measureWrites, type WriteRates } from './measure-writes.ts';
import { type OperatorProcess, type Scrape, startOperator } from './operator-process.ts';
import { readUsage } from './process-usage.ts';
import { countReady } from './ready-count.ts';

/** What a number of probes costs one operator. */
export interface Load {
  readonly probes: number;
  /** Seconds `kubectl apply` took. */
  readonly kubectl: number;
  /** Seconds from its begin until all were Ready. */
  readonly allReady: number;
  /** Over the window, each probe being run every `interval` seconds. */
  readonly cpuShare: number;
  readonly runsPerSecond: number;
  /** Seconds by which runs started late: the bound of the bucket. */
  readonly lagP50: number;
  readonly lagP99: number;
  /** At the end of the window. */
  readonly rssMb: number;
  /** Also while they were applied. */
  readonly peakRssMb: number;
  /** Writes to the API server a minute in the window. */
  readonly writes: WriteRates;
}

export interface LoadOptions {
  /** Path of the operator's command. */
  readonly command: string;
  readonly probes: number;
  readonly url: string;
  /** Seconds. */
  readonly interval: number;
  readonly window: number;
}

/** Milliseconds from the end of `kubectl apply`. */
const longestUntilReady = 180_000;

/** Applies the probes to an operator of their own, and looks at it once they are run. */
export async function measureLoad(
  server: ApiServer,
  { command, probes, url, interval, window }: LoadOptions,
): Promise<Load> {
  const namespace = `bench-${probes}`;
  await server.kubectl(['create', 'namespace', namespace]);
  await using operator = await startOperator({ command, kubeconfig: server.kubeconfig, namespace });
  const applied = await timeUntilReady(server, { namespace, count: probes, url, interval });
  // Until each was run once, and what that begins has come to rest.
  await setTimeout(2 * interval * 1000);

  const complaints = operator.complaints.length;
  const first = await operator.scrape();
  const before = await readUsage(operator.pid);
  const began = performance.now();
  const writes = await measureWrites(server, window);
  const after = await readUsage(operator.pid);
  const cpuShare = (after.cpuSeconds - before.cpuSeconds) / ((performance.now() - began) / 1000);
  const last = await operator.scrape();
  assertWell(operator, { probes, complaints, scrape: last });
  const lags = lagsBetween(first, last);
  return {
    probes,
    ...applied,
    cpuShare,
    runsPerSecond: (lags.at(-1)?.count ?? 0) / ((last.at - first.at) / 1000),
    lagP50: quantile(lags, 0.5),
    lagP99: quantile(lags, 0.99),
    rssMb: after.rssMb,
    peakRssMb: after.peakRssMb,
    writes,
  };
}

async function timeUntilReady(
  server: ApiServer,
  probes: Parameters<typeof applyProbes>[1],
): Promise<Pick<Load, 'kubectl' | 'allReady'>> {
  await using ready = await countReady(server.kubeconfig, probes.namespace);
  const began = performance.now();
  await applyProbes(server, probes);
  const applied = performance.now();
  const reached = await ready.reaches(probes.count, longestUntilReady);
  return { kubectl: (applied - began) / 1000, allReady: (reached - began) / 1000 };
}

/** A cumulative bucket of how late runs started. */
interface Bucket {
  /** Seconds. */
  readonly bound: number;
  readonly count: number;
}

function lagsBetween(first: Scrape, last: Scrape): readonly Bucket[] {
  const before = lagsOf(first);
  return lagsOf(last).map(({ bound, count }, n) => ({
    bound,
    count: count - (before[n]?.count ?? 0),
  }));
}

function lagsOf(scrape: Scrape): readonly Bucket[] {
  return scrape.series('picket_run_lag_seconds_bucket').map(({ labels, value }) => {
    const [, bound = ''] = /le="([^"]*)"/.exec(labels) ?? [];
    return { bound: Number(bound.replace('+Inf', 'Infinity')), count: value };
  });
}

function quantile(buckets: readonly Bucket[], share: number): number {
  const all = buckets.at(-1)?.count ?? 0;
  return buckets.find(({ count }) => count >= all * share)?.bound ?? Number.NaN;
}

/** A benchmark of probes that fail, or of an operator in trouble, would be of something else. */
function assertWell(
  operator: OperatorProcess,
  { probes, complaints, scrape }: { probes: number; complaints: number; scrape: Scrape },
): void {
  const succeeded = scrape.series('probe_success').filter(({ value }) => value === 1).length;
  if (succeeded !== probes) throw new Error(`${succeeded} of ${probes} probes succeed`);
  const [unwritten] = scrape.series('picket_status_unwritten');
  if (unwritten?.value !== 0)
    throw new Error(`the status of ${unwritten?.value} probes is not written`);
  const [complaint] = operator.complaints.slice(complaints);
  if (complaint !== undefined) throw new Error(`the operator complained: ${complaint}`);
}
