/** The media type of the text this file writes: Prometheus' text format 0.0.4. */
export const expositionType = 'text/plain; version=0.0.4; charset=utf-8';

export interface MetricRow {
  readonly name: string;
  readonly type: 'gauge' | 'counter' | 'histogram';
  readonly help: string;
  /** Label names in the order written, without a histogram's `le`. */
  readonly labels: readonly string[];
}

/** `# HELP` and `# TYPE`, which stand once before all series of a metric. */
export function header({ name, type, help }: MetricRow): string {
  const text = help.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
  return `# HELP ${name} ${text}\n# TYPE ${name} ${type}\n`;
}

/** One series; `labels` are pairs as `labelPairs` writes them. */
export function series(name: string, labels: string, value: number): string {
  return `${name}{${labels}} ${numeral(value)}\n`;
}

/** `a="1",b="2"`, values escaped; labels without a value are left out. */
export function labelPairs(labels: Readonly<Record<string, string | undefined>>): string {
  return Object.entries(labels)
    .filter(([, value]) => value !== undefined)
    .map(([name, value = '']) => `${name}="${escapeLabelValue(value)}"`)
    .join(',');
}

export function escapeLabelValue(value: string): string {
  return /[\\"\n]/.test(value) ? value.replace(/[\\"\n]/g, escapeCharacter) : value;
}

function escapeCharacter(character: string): string {
  return character === '\n' ? '\\n' : `\\${character}`;
}

function numeral(value: number): string {
  if (value === Infinity) return '+Inf';
  return value === -Infinity ? '-Inf' : String(value);
}

/** Milliseconds as seconds, to the microsecond: what clocks give beyond it is noise that costs bytes. */
export function toSeconds(ms: number): number {
  return Math.round(ms * 1_000) / 1e6;
}
