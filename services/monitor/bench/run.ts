import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { type Cost, measureCost } from './cost/measure-cost.ts';
import { measureHistory } from './history/measure-history.ts';
import { printHistory } from './history/print-history.ts';
import { print, round } from './print.ts';
import { measureScale, type Scale } from './scale/measure-scale.ts';
import { startTarget } from './start-target.ts';

/** `npm run bench -w services/monitor`: the monitor beside its peers, as a table and as JSON. */
const rounds = 5;
const roundMs = 4000;
const intervalMs = 10_000;

const target = await startTarget();
const cost = await measureCost(target.url, rounds, roundMs);
print('HTTP probes per CPU-second, on new connections', costRows(cost));

const small = await measureScale(target.url, 1000, intervalMs);
const large = await measureScale(target.url, 10_000, intervalMs);
const history = await measureHistory(target.url, 3);
target.stop();
print('On a schedule of 10 s', [scaleRow(small), scaleRow(large)]);

printHistory(history);

const growth = {
  lagP99Ratio: round(large.lag.p99 / small.lag.p99),
  mbPer1000Probes: round((large.rssMb - small.rssMb) / ((large.probes - small.probes) / 1000)),
};
print('From 1,000 to 10,000 probes', [growth]);

const folder = new URL('results/', import.meta.url);
await mkdir(folder, { recursive: true });
const [cpu] = cpus();
const report = {
  at: new Date().toISOString(),
  machine: { cpu: cpu?.model, cores: cpus().length, node: process.version },
  cost,
  scale: [small, large],
  growth,
  history,
};
await writeFile(new URL('latest.json', folder), `${JSON.stringify(report, null, 2)}\n`);

function costRows(costs: readonly Cost[]) {
  return costs.map(({ name, probesPerCpuSecond, toBlackbox, toNodeHttp }) => ({
    name,
    'per CPU-second': probesPerCpuSecond,
    'x blackbox_exporter': toBlackbox,
    'x node:http': toNodeHttp,
  }));
}

function scaleRow({ probes, lag, cpuShare, rssMb, heapMb }: Scale) {
  return {
    probes,
    'lag p50 ms': round(lag.p50),
    'lag p99 ms': round(lag.p99),
    'lag max ms': round(lag.max),
    'CPU %': round(cpuShare * 100),
    'RSS MB': round(rssMb),
    'heap MB': round(heapMb),
  };
}
