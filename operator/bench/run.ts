import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { startApiServer } from '@picket/cluster';
import { installCrd } from '../fixtures/probes.ts';
import { type Load, measureLoad } from './measure-load.ts';
import { measureWrites, type WriteRates } from './measure-writes.ts';
import { printTable } from './print-table.ts';
import { buildCommand } from './shipped-command.ts';
import { startTarget } from './start-target.ts';

/**
 * `npm run bench -w operator`: one operator with many probes on a real API server, as tables and as JSON.
 * `npm run bench -w operator -- --seconds=10 200` is a short form with 200 probes.
 */
const { values, positionals } = parseArgs({
  options: { seconds: { type: 'string', default: '60' } },
  allowPositionals: true,
});
const scales = positionals.length === 0 ? [1000, 5000, 10_000] : positionals.map(Number);
const window = Number(values.seconds);
const interval = 10;
if (![...scales, window].every(number => Number.isInteger(number) && number > 0)) {
  throw new Error('numbers of probes and --seconds are whole numbers above 0');
}

await using shipped = await buildCommand();
using target = await startTarget();
await using server = await startApiServer();
await installCrd(server);
const idle = await measureWrites(server, window);

const loads: Load[] = [];
for (const probes of scales) {
  const options = { command: shipped.path, probes, url: target.url, interval, window };
  loads.push(await measureLoad(server, options));
}
printTable(`One operator, each probe every ${interval} s`, loads.map(loadRow));
const [smallest] = loads;
if (smallest) {
  const title = `Writes to the API server a minute with ${smallest.probes} healthy probes`;
  printTable(title, writeRows(smallest.writes));
}

const folder = new URL('results/', import.meta.url);
await mkdir(folder, { recursive: true });
const [cpu] = cpus();
const report = {
  at: new Date().toISOString(),
  machine: { cpu: cpu?.model, cores: cpus().length, node: process.version },
  interval,
  window,
  loads: loads.map(load => ({ ...load, writes: Object.fromEntries(load.writes) })),
  writesWithoutOperator: Object.fromEntries(idle),
};
await writeFile(new URL('latest.json', folder), `${JSON.stringify(report, null, 2)}\n`);

function loadRow(load: Load) {
  return {
    probes: load.probes,
    'CPU %': round(load.cpuShare * 100),
    'RSS MB': round(load.rssMb),
    'peak RSS MB': round(load.peakRssMb),
    'runs/s': round(load.runsPerSecond),
    'lag p50 s <=': load.lagP50,
    p99: load.lagP99,
    'kubectl apply s': round(load.kubectl),
    'all Ready s': round(load.allReady),
    'Ready after kubectl s': round(load.allReady - load.kubectl),
  };
}

/** Beside those that the server makes by itself. */
function writeRows(writes: WriteRates) {
  return [...new Set([...writes.keys(), ...idle.keys()])].map(name => ({
    write: name,
    'with the operator': round(writes.get(name) ?? 0),
    'without it': round(idle.get(name) ?? 0),
  }));
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
