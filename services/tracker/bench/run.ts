import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Spread, spreadOf } from '../fixtures/spread.ts';
import { gitOutput } from '../src/store/git.ts';
import { create, type Measured, measured } from './commands.ts';
import { floorCalls, startNode } from './floor.ts';
import { seedBoard } from './seed-board.ts';
import { type Call, timed } from './timed.ts';

/**
 * Times the command as users meet it, a process each, against the floor: starting Node with nothing to do, and the
 * calls of git that the command cannot do without. All in one run and in turns, so that whatever else the machine
 * does meets all alike. `npm run bench -w @picket/tracker -- --rounds=30 --tickets=100,10000`
 */
const rounds = Number(option('rounds') ?? 25);
const sizes = (option('tickets') ?? '100,1000,10000').split(',').map(Number);
const folder = mkdtempSync(join(tmpdir(), 'tracker-bench-'));
const words: Readonly<Record<string, string>> = {
  node: 'node -e 0',
  find: 'git rev-parse',
  commit: 'git fast-import',
  identity: 'git config',
  remote: 'git ls-remote',
};
try {
  const tracker = await copyCommand();
  for (const tickets of sizes) await measureBoard(tracker, tickets);
  compareCreates(tracker);
  measureRebuild(tracker, Math.max(...sizes));
  say(`Load of the machine in the last minute: ${loadavg()[0]?.toFixed(1)} on its processors.`);
} finally {
  rmSync(folder, { recursive: true });
}

function option(name: string): string | undefined {
  return process.argv.find(word => word.startsWith(`--${name}=`))?.slice(name.length + 3);
}

/** The bundle as an image holds it, so that nobody's edits of the sources change what is measured. */
async function copyCommand(): Promise<string> {
  const here = join(import.meta.dirname, '..');
  timed({ command: process.execPath, args: [join(here, 'build.ts')] });
  const copy = join(folder, 'command');
  for (const part of ['bin', 'dist', 'package.json']) {
    cpSync(join(here, part), join(copy, part), { recursive: true });
  }
  return join(copy, 'bin/tracker.js');
}

async function measureBoard(tracker: string, tickets: number): Promise<void> {
  const path = pathOf(tickets);
  const remote = `${path}.git`;
  await seedBoard(path, tickets);
  await gitOutput({ path }, ['clone', '--quiet', '--bare', path, remote]);
  await gitOutput({ path }, ['remote', 'add', 'origin', remote]);
  await gitOutput({ path }, ['config', 'user.name', 'Bench']);
  const calls = new Map<string, Call>([['node', startNode]]);
  for (const [name, call] of Object.entries(await floorCalls(path))) calls.set(name, call);
  for (const command of measured) calls.set(command.name, callOf(tracker, path, command));
  const times = inTurns(calls);
  say(
    `\n${tickets} tickets: median of ${rounds} rounds in ms (middle half), and ratio to the floor`,
  );
  for (const command of measured) report(command, times);
}

function pathOf(tickets: number): string {
  return join(folder, String(tickets));
}

function callOf(tracker: string, path: string, { argv, actor }: Measured): Call {
  const globals = ['--repo', path, '--format', 'json', ...(actor ? ['--actor', actor] : [])];
  return { command: process.execPath, args: [tracker, ...globals, ...argv] };
}

/** Each call once a round; the first round only warms up. */
function inTurns(calls: ReadonlyMap<string, Call>): ReadonlyMap<string, number[]> {
  const times = new Map<string, number[]>();
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, call] of calls) {
      const took = timed(call, round);
      if (round > 0) times.set(name, [...(times.get(name) ?? []), took]);
    }
  }
  return times;
}

function report({ name, floor }: Measured, times: ReadonlyMap<string, readonly number[]>): void {
  const parts = ['node', ...floor];
  const sums = Array.from({ length: rounds }, (_, round) =>
    parts.reduce((sum, part) => sum + (times.get(part)?.[round] ?? Number.NaN), 0),
  );
  const own = spreadOf(times.get(name) ?? []);
  const lowest = spreadOf(sums);
  const ratio = (own.median / lowest.median).toFixed(2);
  const made = parts.map(part => words[part] ?? part).join(' + ');
  say(`  ${name.padEnd(24)} ${shown(own)}  floor ${shown(lowest)}  ${ratio}x  (${made})`);
}

function shown({ low, median, high }: Spread): string {
  return `${median.toFixed(1).padStart(6)} (${low.toFixed(1)} to ${high.toFixed(1)})`.padEnd(24);
}

/** In turns, so that what the machine does besides meets both sizes alike. */
function compareCreates(tracker: string): void {
  const [small, large] = [Math.min(...sizes), Math.max(...sizes)];
  const call = (tickets: number): Call => callOf(tracker, pathOf(tickets), create);
  const times = inTurns(
    new Map([
      ['small', call(small)],
      ['large', call(large)],
    ]),
  );
  const [less, more] = ['small', 'large'].map(name => spreadOf(times.get(name) ?? []).median);
  const ratio = ((more ?? Number.NaN) / (less ?? Number.NaN)).toFixed(2);
  say(`\nCreate at ${large} over create at ${small} tickets, in turns: ${ratio}x`);
}

/** The cache is gone: the command builds it from the whole branch. */
function measureRebuild(tracker: string, tickets: number): void {
  const path = pathOf(tickets);
  const kept = join(path, '.git/tracker');
  const list: Call = callOf(tracker, path, { name: '', argv: ['ticket', 'read'], floor: [] });
  const times = Array.from({ length: 5 }, () => {
    for (const name of readdirSync(kept)) {
      if (name.includes('.sqlite')) rmSync(join(kept, name));
    }
    return timed(list) / 1000;
  });
  const { low, median, high } = spreadOf(times);
  say(
    `List at ${tickets} tickets without a cache: ${median.toFixed(2)} s (${low.toFixed(2)} to ${high.toFixed(2)})`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
