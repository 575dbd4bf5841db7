import { benchProbe, openEngine } from '../engine.ts';
import type { Scale } from './measure-scale.ts';

/** A process that watches one target with many probes, and tells its lags and its memory after two intervals. */
const [target = '', count = '', interval = '', history = ''] = process.argv.slice(2);
const intervalMs = Number(interval);
const lags: number[] = [];
let isWarm = false;

const probes = Array.from({ length: Number(count) }, (_, n) =>
  benchProbe(`p${n}`, target, intervalMs),
);
const engine = await openEngine(
  probes,
  ms => {
    if (isWarm) lags.push(ms);
  },
  history || undefined,
);
engine.start();
await pause(intervalMs);
isWarm = true;
const before = process.cpuUsage();
await pause(intervalMs);
const { user, system } = process.cpuUsage(before);
globalThis.gc?.();
const { rss, heapUsed } = process.memoryUsage();
lags.sort((one, other) => one - other);
const scale: Scale = {
  probes: probes.length,
  lag: { p50: quantile(0.5), p99: quantile(0.99), max: quantile(1) },
  cpuShare: (user + system) / 1000 / intervalMs,
  rssMb: rss / 2 ** 20,
  heapMb: heapUsed / 2 ** 20,
};
await engine.stop();
process.send?.(scale);
process.disconnect();

function pause(ms: number): Promise<void> {
  return new Promise(resolve => setTimeout(resolve, ms));
}

function quantile(share: number): number {
  return lags[Math.max(0, Math.ceil(lags.length * share) - 1)] ?? Number.NaN;
}
