import { cpus, loadavg } from 'node:os';
import { launchChromium } from '@picket/route-handlers/fixtures/browser/chromium';
import { measureOverhead } from './overhead.ts';
import { measurePage, type PageLoad } from './page-load.ts';
import { runDirectly } from './run-directly.ts';
import { seedBoard, titleBegin } from './seed-board.ts';
import { startServer } from './start-server.ts';
import { measureThroughput } from './throughput.ts';
import { shown } from './timed.ts';

/**
 * Measures the web server at 1,000 tickets beside the command that it runs, and what a page of the UI costs. Either
 * side in turns and in one run, so that whatever else the machine does meets both alike: read the ratios.
 * `npm run bench -w @picket/tracker-bridge -- --rounds=30 --tickets=1000`
 */
const rounds = Number(option('rounds') ?? 25);
const tickets = Number(option('tickets') ?? 1000);
const parallel = Math.max(4, cpus().length);
/** Compressed, of all requests of a page. */
const goal = 200 * 1024;

await using repository = await seedBoard(tickets, Date.now());
await using server = await startServer(repository);
await compareRuns();
await compareThroughput();
await loadPages();
say(`Load of the machine in the last minute: ${loadavg()[0]?.toFixed(1)} on its processors.`);

function option(name: string): string | undefined {
  return process.argv.find(word => word.startsWith(`--${name}=`))?.slice(name.length + 3);
}

async function compareRuns(): Promise<void> {
  say(`${tickets} tickets: POST /api/run over running the command, in ms (middle half)`);
  const ways = {
    direct: (argv: readonly string[]) => runDirectly(repository, argv),
    served: server.run,
  };
  for (const { name, direct, served, ratio } of await measureOverhead(ways, rounds)) {
    const columns = [name.padEnd(20), shown(direct).padStart(18), shown(served).padStart(18)];
    say(`  ${columns.join('  ')}  ${ratio.toFixed(2)}x`);
  }
}

async function compareThroughput(): Promise<void> {
  const argv = ['ticket', 'read'];
  const ways = { direct: () => runDirectly(repository, argv), served: () => server.run(argv) };
  const load = { rounds: Math.ceil(rounds / 5), runs: 40, parallel };
  const { direct, served, ratio } = await measureThroughput(ways, load);
  say(`\nticket read, ${parallel} at a time, in runs a second (middle half)`);
  say(`  directly ${shown(direct, 1)}, served ${shown(served, 1)}: ${ratio.toFixed(2)}x`);
}

async function loadPages(): Promise<void> {
  say(
    '\nA page for somebody who was never there: KB over the wire (goal: under 200), ms (middle half)',
  );
  await using browser = await launchChromium();
  const visit = { url: server.url, token: server.token, awaited: titleBegin, rounds: 5 };
  for (const path of ['/', '/tickets']) tell(await measurePage(browser, { ...visit, path }));
}

function tell({ path, requests, bytes, runBytes, listed, interactive }: PageLoad): void {
  const kilobytes = (count: number) => (count / 1024).toFixed(0);
  const verdict = bytes < goal ? 'holds' : 'FAILS';
  say(
    `  ${path.padEnd(9)} ${kilobytes(bytes)} KB in ${requests} requests, ${kilobytes(runBytes)} KB of it what runs answer: the goal ${verdict}; listed after ${shown(listed)}, interactive after ${shown(interactive)}`,
  );
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
