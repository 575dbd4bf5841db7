import { styleText } from 'node:util';
import { createLogUpdate } from 'log-update';
import type { Judgement } from '../alert/judgement.ts';
import { createLog } from './log.ts';
import type { Reporter } from './reporter.ts';
import { type RequestSummary, summarize } from './summary.ts';
import { answerOf, healthMark, millisecondsOf, printable, transitionLine } from './wording.ts';

const redrawEvery = 200;
const eventsShown = 6;

export interface LiveTableSettings {
  readonly out: NodeJS.WriteStream;
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
    if (events.length > eventsShown) events.shift();
    isStale = true;
  };
  const redraw = () => {
    if (!isStale) return;
    isStale = false;
    const height = Math.max(3, (out.rows ?? 24) - events.length - footer.length - 5);
    const rows = [...rowsByProbe.values()].flatMap(byRequest => [...byRequest.values()]);
    draw(tableText(rows, events, footer, { height, width: out.columns ?? 100 }));
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
    log: createLog((level, line) => {
      const when = now().toISOString().slice(11, 19);
      tell(`${when} ${level === 'info' ? '' : `${level}: `}${printable(line)}`);
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
  return [...lines, '', ...events, '', ...footer.map(line => styleText('dim', line))].join('\n');
}

const urgency = (row: RequestSummary) =>
  (row.incidents.length > 0 ? 2 : 0) + (row.health === 'ok' ? 0 : 1);

const stateOf = (row: RequestSummary) => (row.health === 'ok' ? 'healthy ' : 'failing ');

function columnWidth(cells: readonly string[], most: number): number {
  return Math.min(Math.max(8, ...cells.map(cell => cell.length)), Math.max(8, Math.floor(most)));
}

function fit(text: string, width: number): string {
  const clean = printable(text);
  return clean.length > width ? `${clean.slice(0, width - 1)}…` : clean.padEnd(width);
}
