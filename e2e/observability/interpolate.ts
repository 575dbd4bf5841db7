/** What is chosen of each variable: one value, several, or `$__all`. */
export type Choice = Readonly<Record<string, string | readonly string[]>>;

/** Seconds: what Grafana makes of the time shown and of the scrape interval that its data source is told. */
export interface Window {
  readonly range: number;
  readonly step: number;
  readonly scrapeInterval: number;
}

/** Puts variables into a query as Grafana's data source for Prometheus does; throws at one that is not there. */
export function interpolate(text: string, choice: Choice, window: Window): string {
  const { range, step, scrapeInterval } = window;
  const builtIn: Choice = {
    __range: `${range}s`,
    __interval: `${step}s`,
    __rate_interval: `${Math.max(step + scrapeInterval, 4 * scrapeInterval)}s`,
  };
  return text.replace(/\$(?:\{(\w+)\}|(\w+))/g, (found, braced, plain) => {
    // `$1` is of label_replace.
    if (/^\d+$/.test(plain)) return found;
    const value = { ...choice, ...builtIn }[braced ?? plain];
    if (value === undefined) throw new Error(`there is no variable ${found}: ${text}`);
    if (typeof value === 'string') return value === '$__all' ? '.*' : escapeText(value);
    const [first, ...others] = value.map(escapeRegex);
    return others.length === 0 ? (first ?? '') : `(${value.map(escapeRegex).join('|')})`;
  });
}

/** In a text of PromQL, compared as it is. */
function escapeText(value: string): string {
  return value.replace(/["\\]/g, String.raw`\$&`);
}

/** In a text of PromQL that is a regular expression, whose backslashes are doubled. */
function escapeRegex(value: string): string {
  return value.replace(/[\\^$*+?.()|[\]{}]/g, String.raw`\\$&`).replaceAll('"', String.raw`\"`);
}
