import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { type Cost, measureCost } from './cost/measure-cost.ts';
import { type HistoryCost, measureHistory } from './history/measure-history.ts';
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

print('200 results a second on a schedule of 5 s, kept in', history.map(historyRow));

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

function historyRow({ store, lagP50, lagP99, ratio, cpuShare }: HistoryCost) {
  return {
    store,
    'lag p50 ms': round(lagP50),
    'lag p99 ms': round(lagP99),
    'x none': round(ratio),
    'CPU %': round(cpuShare * 100),
  };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

function print(title: string, rows: readonly object[]): void {
  const columns = Object.keys(rows[0] ?? {});
  const cells = [columns, ...rows.map(row => Object.values(row).map(String))];
  const widths = columns.map((_, n) => Math.max(...cells.map(line => line[n]?.length ?? 0)));
  const lines = cells.map(line => line.map((cell, n) => cell.padStart(widths[n] ?? 0)).join('  '));
  process.stdout.write(`${title}\n${lines.join('\n')}\n\n`);
}
