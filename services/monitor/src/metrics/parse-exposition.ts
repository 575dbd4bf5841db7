/** A metric as a strict reader of Prometheus' text format 0.0.4 sees it. For tests. */
export interface ParsedMetric {
  readonly help: string;
  readonly type: string;
  readonly series: readonly ParsedSeries[];
}

interface ParsedSeries {
  readonly name: string;
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

interface OpenMetric extends ParsedMetric {
  readonly series: ParsedSeries[];
}

/**
 * Throws where HELP and TYPE don't stand once before all series of a metric, a series or label is there twice,
 * or a line is none of the format.
 */
export function parseExposition(text: string): ReadonlyMap<string, ParsedMetric> {
  if (!text.endsWith('\n')) throw new Error('the last line has no end');
  const metrics = new Map<string, OpenMetric>();
  const seen = new Set<string>();
  let open: OpenMetric | undefined;
  let openName = '';
  let help: readonly [name: string, text: string] | undefined;
  for (const line of text.slice(0, -1).split('\n')) {
    const helpLine = /^# HELP (\S+) (.+)$/.exec(line);
    const typeLine = /^# TYPE (\S+) (gauge|counter|histogram|summary)$/.exec(line);
    if (line === '') continue;
    if (helpLine) {
      help = [helpLine[1] ?? '', helpLine[2] ?? ''];
    } else if (typeLine) {
      openName = typeLine[1] ?? '';
      if (help?.[0] !== openName) throw new Error(`no HELP before TYPE: ${line}`);
      if (metrics.has(openName)) throw new Error(`a second time: ${line}`);
      open = { help: help[1], type: typeLine[2] ?? '', series: [] };
      metrics.set(openName, open);
    } else {
      const series = parseSeries(line);
      if (open === undefined || !belongs(series.name, openName, open.type)) {
        throw new Error(`not among the series of ${openName}: ${line}`);
      }
      const identity = JSON.stringify([series.name, Object.entries(series.labels).sort()]);
      if (seen.has(identity)) throw new Error(`twice: ${line}`);
      seen.add(identity);
      open.series.push(series);
    }
  }
  return metrics;
}

function belongs(series: string, metric: string, type: string): boolean {
  if (series === metric) return type !== 'histogram';
  return (
    (type === 'histogram' || type === 'summary') &&
    ['_bucket', '_sum', '_count'].some(suffix => series === metric + suffix)
  );
}

function parseSeries(line: string): ParsedSeries {
  const parts = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (\S+)$/s.exec(line);
  if (parts === null) throw new Error(`no series: ${line}`);
  const [, name = '', labels = '', value = ''] = parts;
  return { name, labels: parseLabels(labels), value: parseValue(value) };
}

function parseValue(text: string): number {
  if (/^nan$/i.test(text)) return Number.NaN;
  const value = Number(text.replace(/Inf$/, 'Infinity'));
  if (text === '' || Number.isNaN(value)) throw new Error(`no number: ${text}`);
  return value;
}

const label = /([a-zA-Z_]\w*)="((?:[^"\\]|\\[\\"n])*)"(?:,|$)/y;

function parseLabels(text: string): Record<string, string> {
  const labels: Record<string, string> = {};
  label.lastIndex = 0;
  while (label.lastIndex < text.length) {
    const pair = label.exec(text);
    if (pair === null) throw new Error(`no labels: ${text}`);
    const [, name = '', value = ''] = pair;
    if (Object.hasOwn(labels, name)) throw new Error(`label ${name} twice: ${text}`);
    labels[name] = value.replace(/\\(.)/gs, (_, character) =>
      character === 'n' ? '\n' : character,
    );
  }
  return labels;
}
