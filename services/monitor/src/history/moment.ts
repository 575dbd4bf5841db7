const units: ReadonlyMap<string, number> = new Map([
  ['s', 1_000],
  ['m', 60_000],
  ['h', 3_600_000],
  ['d', 86_400_000],
]);

/** How a moment is written, for who wrote it otherwise. */
export const momentForm =
  'a time such as 2026-01-31T12:00:00Z, or how long ago, such as 90s, 30m, 24h or 7d';

/** Unix milliseconds of a time, or of so long ago; undefined where it is neither. */
export function momentOf(text: string, now: number): number | undefined {
  const [, count, unit = ''] = /^(\d{1,9})([smhd])$/.exec(text) ?? [];
  if (count !== undefined) return Math.max(0, now - Number(count) * (units.get(unit) ?? 0));
  if (!/^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d{1,3})?)?(Z|[+-]\d\d:\d\d))?$/.test(text))
    return undefined;
  const at = Date.parse(text);
  return Number.isNaN(at) ? undefined : at;
}
