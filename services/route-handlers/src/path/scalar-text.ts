/** What a URL or a header can say of one value, as `scalarText` makes it. */
export const scalarKinds = 'string, finite number, boolean, bigint or valid Date';

/** One value as text, a Date as ISO 8601 in UTC; undefined where it is of no such kind. */
export function scalarText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  if (typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  if (!(value instanceof Date) || Number.isNaN(value.getTime())) return undefined;
  return value.toISOString();
}
