import stringWidth from 'string-width';
import type { Figures, ProbeFigures } from '../history/figures.ts';
import { type Slo, type Window, windowNames } from '../history/slo.ts';
import type { StoredResult } from '../history/store.ts';
import { answerOf, healthMark, millisecondsOf, printable } from '../report/wording.ts';

/** How windows are called for people. */
const spoken: Readonly<Record<Window, string>> = { '1h': '1 h', '24h': '24 h', '30d': '30 d' };

/** One line for each probe: how available it was, and how fast in the last 24 hours. */
export function overviewTable(probes: readonly ProbeFigures[]): string {
  const header = ['PROBE', ...windowNames.map(name => spoken[name].toUpperCase())];
  const rows = probes.map(({ probe, whole }) => [
    printable(probe),
    ...windowNames.map(name => percentOf(whole[name])),
    ...latencyCells(whole['24h']),
  ]);
  if (rows.length === 0) return 'nothing is kept yet\n';
  return aligned([[...header, 'P50', 'P90', 'P95', 'P99'], ...rows]);
}

/** How available a probe and each of its requests were over each window, and how fast. */
export function figuresTable({ probe, whole, requests }: ProbeFigures): string {
  const header = ['REQUEST', 'LAST', 'RUNS', 'GOOD', 'P50', 'P90', 'P95', 'P99'];
  const all = requests.length > 1 ? figureRows('all', whole) : [];
  const each = requests.flatMap(({ request, figures }) => figureRows(printable(request), figures));
  return `${printable(probe)}\n${aligned([header, ...each, ...all])}`;
}

function figureRows(name: string, figures: Figures): string[][] {
  return windowNames.map(window => {
    const slo = figures[window];
    return [name, spoken[window], `${slo.runs}`, percentOf(slo), ...latencyCells(slo)];
  });
}

/** The newest first; a body stands below its result. */
export function resultsTable(results: readonly StoredResult[]): string {
  const rows = results.map(result => [
    new Date(result.at).toISOString().replace('T', ' ').slice(0, 19),
    healthMark(result),
    printable(result.request),
    millisecondsOf(result),
    answerOf(result),
    printable(result.alerts.join(', ')),
  ]);
  const [header = '', ...lines] = aligned([
    ['TIME (UTC)', '', 'REQUEST', 'TOOK', 'ANSWER', 'TRUE ALERTS'],
    ...rows,
  ])
    .trimEnd()
    .split('\n');
  const told = lines.map((line, n) => [line, ...bodyLines(results[n]?.body)].join('\n'));
  return `${[header, ...told].join('\n')}\n`;
}

function bodyLines(body: string | undefined): string[] {
  return body === undefined ? [] : body.split('\n').map(line => `    ${printable(line)}`);
}

/** Never rounded up to 100 %: a run that failed is to be seen. */
function percentOf({ availability }: Slo): string {
  if (availability === undefined) return '–';
  const percent = Math.floor(availability * 100_000) / 1_000;
  return `${availability === 1 ? '100' : percent.toFixed(3)} %`;
}

function latencyCells({ latency }: Slo): string[] {
  if (latency === undefined) return ['–', '–', '–', '–'];
  return [latency.p50, latency.p90, latency.p95, latency.p99].map(time => millisecondsOf({ time }));
}

function aligned(rows: readonly (readonly string[])[]): string {
  const columns = rows[0]?.map((_, n) =>
    rows.reduce((widest, row) => Math.max(widest, stringWidth(row[n] ?? '')), 0),
  );
  const lines = rows.map(row =>
    row
      .map((cell, n) => cell + ' '.repeat(Math.max(0, (columns?.[n] ?? 0) - stringWidth(cell))))
      .join('  ')
      .trimEnd(),
  );
  return `${lines.join('\n')}\n`;
}
