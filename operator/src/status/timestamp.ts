/** RFC 3339 in UTC with milliseconds, which is read back exactly. */
export function toTimestamp(unixMs: number): string {
  return new Date(unixMs).toISOString();
}

/** RFC 3339 in UTC with whole seconds, as Kubernetes writes the times of conditions. */
export function toSeconds(unixMs: number): string {
  return `${toTimestamp(unixMs).slice(0, 19)}Z`;
}

/** Unix milliseconds; undefined where there is no time or the text is none. */
export function fromTimestamp(text: string | undefined): number | undefined {
  const ms = text === undefined ? Number.NaN : Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
