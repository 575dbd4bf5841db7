import { styleText } from 'node:util';
import cliTruncate from 'cli-truncate';
import { createLogUpdate } from 'log-update';
import stringWidth from 'string-width';
import type { Judgement } from '../alert/judgement.ts';
import { createLog } from './log.ts';
import type { Reporter } from './reporter.ts';
import { type RequestSummary, summarize } from './summary.ts';
import { answerOf, healthMark, millisecondsOf, printable, transitionLine } from './wording.ts';

const redrawEvery = 200;
/** As many lines of events are kept, and shown where the terminal has room for them. */
const eventsKept = 6;
const fewestRows = 3;

export interface LiveTableSettings {
  readonly out: NodeJS.WritableStream & { readonly rows?: number; readonly columns?: number };
  /** Stands under the table: where the metrics are, how to stop. */
  readonly footer: readonly string[];
  readonly now: () => Date;
  readonly setInterval: (run: () => void, ms: number) => { cancel(): void };
}

/** A table that redraws itself: a row a request, what is in trouble first, and the last events below. */
export function createLiveTable({ out, footer, now, setInterval }: LiveTableSettings): Reporter {
  const draw = createLogUpdate(out);
  const rowsByProbe = new Map<string, Map<string, RequestSummary>>();
  const events: string[] = [];
  let isStale = true;

  const tell = (line: string) => {
    events.push(line);
    if (events.length > eventsKept) events.shift();
    isStale = true;
  };
  const redraw = () => {
    if (!isStale) return;
    isStale = false;
    const rows = [...rowsByProbe.values()].flatMap(byRequest => [...byRequest.values()]);
    // Four lines are neither row nor event: two empty ones, that of what is hidden, and the cursor's.
    const space = (out.rows ?? 24) - footer.length - 4;
    const shown = events.slice(Math.max(0, events.length - Math.max(0, space - fewestRows)));
    const height = Math.max(fewestRows, space - shown.length);
    draw(tableText(rows, shown, footer, { height, width: out.columns ?? 100 }));
  };
  const timer = setInterval(redraw, redrawEvery);

  return {
    judged(judgement) {
      rowsByProbe.set(judgement.probe.id, rowsOf(judgement, rowsByProbe.get(judgement.probe.id)));
      for (const transition of judgement.transitions) tell(transitionLine(transition));
      isStale = true;
    },
    removed(probeId) {
      rowsByProbe.delete(probeId);
      isStale = true;
    },
    log: createLog(([first = '', ...more]) => {
      tell(`${now().toISOString().slice(11, 19)} ${first}`);
      const told = more.length < eventsKept ? more : more.slice(0, eventsKept - 2);
      for (const line of told) tell(line);
      if (told.length < more.length) tell(`  and ${more.length - told.length} more`);
    }),
    [Symbol.dispose]() {
      timer.cancel();
      isStale = true;
      redraw();
      draw.done();
    },
  };
}

/** The probe's rows after a run: one that was left out keeps its last result, one that is gone leaves. */
function rowsOf(
  judgement: Judgement,
  before: ReadonlyMap<string, RequestSummary> = new Map(),
): Map<string, RequestSummary> {
  const fresh = new Map(summarize(judgement).map(summary => [summary.request, summary]));
  const keys = judgement.requests.map(({ run }) => run.request.key);
  return new Map(
    keys.flatMap(key => {
      const row = fresh.get(key) ?? before.get(key);
      return row ? [[key, row]] : [];
    }),
  );
}

interface Space {
  readonly height: number;
  readonly width: number;
}

function tableText(
  rows: readonly RequestSummary[],
  events: readonly string[],
  footer: readonly string[],
  { height, width }: Space,
): string {
  const sorted = rows.toSorted((a, b) => urgency(b) - urgency(a));
  const shown = sorted.slice(0, height);
  const hidden = rows.length - shown.length;
  const probeWidth = columnWidth(
    shown.map(({ probe }) => probe),
    width * 0.2,
  );
  const requestWidth = columnWidth(
    shown.map(({ request }) => request),
    width * 0.35,
  );
  const lines = shown.map(row => {
    const state = row.incidents.length > 0 ? styleText('red', 'incident') : stateOf(row);
    const columns = [fit(row.probe, probeWidth), fit(row.request, requestWidth)];
    return [
      healthMark(row),
      ...columns,
      state,
      millisecondsOf(row).padStart(8),
      answerOf(row),
    ].join('  ');
  });
  if (rows.length === 0) lines.push('waiting for the first results');
  if (hidden > 0) lines.push(styleText('dim', `and ${hidden} more`));
  return [...lines, '', ...events, '', ...footer.map(line => styleText('dim', line))]
    .map(line => cliTruncate(line, width))
    .join('\n');
}

const urgency = (row: RequestSummary) =>
  (row.incidents.length > 0 ? 2 : 0) + (row.health === 'ok' ? 0 : 1);

const stateOf = (row: RequestSummary) => (row.health === 'ok' ? 'healthy ' : 'failing ');

function columnWidth(cells: readonly string[], most: number): number {
  const widest = Math.max(8, ...cells.map(cell => stringWidth(printable(cell))));
  return Math.min(widest, Math.max(8, Math.floor(most)));
}

function fit(text: string, width: number): string {
  const cut = cliTruncate(printable(text), width);
  return cut + ' '.repeat(width - stringWidth(cut));
}
