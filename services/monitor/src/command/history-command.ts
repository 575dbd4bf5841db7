import { type Command, InvalidArgumentError, Option } from 'commander';
import { PicketError } from '../errors.ts';
import { type ProbeFigures, readFigures, shownFigures } from '../history/figures.ts';
import { momentForm, momentOf } from '../history/moment.ts';
import { shownResult } from '../history/shown-result.ts';
import type { HistoryReader, KnownProbe, StoredResult } from '../history/store.ts';
import { nearest } from '../probe/nearest.ts';
import { wholeNumber } from './arguments.ts';
import { exitCode } from './exit.ts';
import { openHistoryFor } from './history-reader.ts';
import { figuresTable, overviewTable, resultsTable } from './history-tables.ts';
import type { CommandProcess } from './main.ts';
import type { Subcommand } from './subcommand.ts';

interface HistoryOptions {
  readonly config?: string;
  readonly history?: string;
  readonly request?: string;
  readonly since: string;
  readonly limit: number;
  readonly failed?: boolean;
  readonly bodies?: boolean;
  readonly output: 'text' | 'json';
}

/** Probes asked for at once. */
const pageSize = 500;
/** Probes named where one is not there. */
const mostNamed = 20;

/** `picket history`: what was kept of runs, also while another picket keeps it. */
export const historyCommand: Subcommand = {
  name: 'history',
  describe: command =>
    command
      .description('Show recent results of a probe, how available it was and how fast.')
      .argument('[probe]', 'id of the probe (default: a line for each)')
      .option('-c, --config <file>', 'config file whose history is read (default: as for run)')
      .option('--history <place>', 'SQLite file or PostgreSQL database to read instead')
      .option('--request <name>', 'only results of this request')
      .option('--since <time>', `only results since ${momentForm}`, moment, '24h')
      .option('--limit <n>', 'so many results, at most', wholeNumber(1, 1000), 50)
      .option('--failed', 'only results that were not good')
      .option('--bodies', 'show bodies, of requests with saveBody')
      .addOption(
        new Option('--output <form>', 'form of the output')
          .choices(['text', 'json'])
          .default('text'),
      )
      .allowExcessArguments(false),
  async run(given, process) {
    const options = given.opts<HistoryOptions>();
    const [probe] = given.args;
    if (probe === undefined) refuseAlone(given);
    const reader = await openHistoryFor(options, process);
    try {
      await (probe === undefined
        ? showAll(reader, options, process)
        : showOne(reader, probe, options, process));
    } finally {
      await reader.close();
    }
    return exitCode.well;
  },
};

/** Options that say which results of a probe are shown: without one they would do nothing. */
function refuseAlone(given: Command): void {
  for (const name of ['request', 'since', 'limit', 'failed', 'bodies']) {
    if (given.getOptionValueSource(name) !== 'cli') continue;
    const message = `--${name} goes with a probe: picket history PROBE --${name}`;
    throw new PicketError('PKT_USAGE', message);
  }
}

/** As it is entered: it is counted from when the history is read. */
function moment(text: string): string {
  if (momentOf(text, 0) === undefined) throw new InvalidArgumentError(`Give ${momentForm}.`);
  return text;
}

async function showAll(
  reader: HistoryReader,
  { output }: HistoryOptions,
  { stdout }: CommandProcess,
): Promise<void> {
  const now = Date.now();
  const all: ProbeFigures[] = [];
  for await (const { probe } of probesOf(reader)) {
    const figures = await readFigures(reader, probe, now);
    if (output === 'text') all.push(figures);
    else stdout.write(`${JSON.stringify({ probe, windows: shownFigures(figures.whole) })}\n`);
  }
  if (output === 'text') stdout.write(overviewTable(all));
}

async function* probesOf(reader: HistoryReader): AsyncGenerator<KnownProbe> {
  for (let after: string | undefined; ; ) {
    const page = await reader.probes({ limit: pageSize, ...(after !== undefined && { after }) });
    yield* page;
    after = page.at(-1)?.probe;
    if (after === undefined || page.length < pageSize) return;
  }
}

async function showOne(
  reader: HistoryReader,
  probe: string,
  options: HistoryOptions,
  { stdout }: CommandProcess,
): Promise<void> {
  const [known] = await reader.probes({ only: probe, limit: 1 });
  if (known === undefined) throw await unknownProbe(reader, probe);
  const { request, since, limit, failed = false, bodies = false } = options;
  if (request !== undefined && !known.requests.includes(request)) {
    throw unknownName(`probe ${JSON.stringify(probe)} has no request`, request, known.requests);
  }
  const now = Date.now();
  const figures = await readFigures(reader, probe, now);
  const results = await reader.results({
    probe,
    limit,
    failed,
    bodies,
    ...(request !== undefined && { request }),
    since: momentOf(since, now) ?? 0,
  });
  stdout.write(
    options.output === 'json' ? json(figures, results) : text(figures, results, options.since),
  );
}

function json({ probe, whole, requests }: ProbeFigures, results: readonly StoredResult[]): string {
  const shown = {
    probe,
    windows: shownFigures(whole),
    requests: requests.map(({ request, figures }) => ({ request, windows: shownFigures(figures) })),
    results: results.map(shownResult),
  };
  return `${JSON.stringify(shown)}\n`;
}

function text(figures: ProbeFigures, results: readonly StoredResult[], since: string): string {
  const recent = results.length > 0 ? resultsTable(results) : `no such results since ${since}\n`;
  return `${figuresTable(figures)}\n${recent}`;
}

async function unknownProbe(reader: HistoryReader, probe: string): Promise<PicketError> {
  const known = await reader.probes({ limit: 1000 });
  return unknownName(
    'the history has no probe',
    probe,
    known.map(each => each.probe),
  );
}

function unknownName(what: string, name: string, known: readonly string[]): PicketError {
  const near = nearest(name, known);
  const named = known.slice(0, mostNamed).join(', ');
  const more = known.length > mostNamed ? ` and more` : '';
  const there = known.length === 0 ? 'it has none yet' : `it has ${named}${more}`;
  const hint = near === undefined ? there : `did you mean ${JSON.stringify(near)}? ${there}`;
  return new PicketError('PKT_USAGE', `${what} ${JSON.stringify(name)} (${hint})`);
}
