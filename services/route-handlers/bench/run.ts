import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import { fileURLToPath } from 'node:url';
import { measureRequests, type RequestCost } from './requests/measure-requests.ts';

/** `npm run bench -w services/route-handlers`: requests beside their peers, then the generator; tables and JSON. */
const rounds = { sessions: 5, perSession: 20, ms: 200 };

const requests = await measureRequests(rounds);
print('POST /posts/:postId, JSON of a dozen fields', requests.map(row));

const folder = new URL('results/', import.meta.url);
await mkdir(folder, { recursive: true });
const [cpu] = cpus();
const report = {
  at: new Date().toISOString(),
  machine: { cpu: cpu?.model, cores: cpus().length, node: process.version },
  rounds,
  requests,
};
await writeFile(new URL('requests.json', folder), `${JSON.stringify(report, null, 2)}\n`);

await run(new URL('generation.ts', import.meta.url));

function row({ name, requestsPerCpuSecond, cost }: RequestCost) {
  return {
    name,
    'requests per CPU-second': requestsPerCpuSecond,
    'x the cost of the first': round(cost.median),
    'middle half': `${round(cost.low)}-${round(cost.high)}`,
    undisturbed: round(cost.quiet),
  };
}

async function run(script: URL): Promise<void> {
  const path = fileURLToPath(script);
  if (!existsSync(path)) throw new Error(`${path} is missing`);
  const child = spawn(process.execPath, [path], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${path} ended with ${code}`);
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
