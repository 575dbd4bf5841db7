/**
 * A text that is equal for values that are sent alike: properties that are undefined do not count, nor does their
 * order. A value that cannot be sent, as one with a cycle, has a key too, for its call is to fail, not this.
 */
export function valueKey(value: unknown): string {
  try {
    return JSON.stringify(value, (_name, item: unknown) => keyed(item));
  } catch (error) {
    return String(error);
  }
}

function keyed(item: unknown): unknown {
  if (typeof item === 'bigint') return String(item);
  // JSON has null for these.
  if (typeof item === 'number' && !Number.isFinite(item)) return String(item);
  if (typeof item !== 'object' || item === null || Array.isArray(item)) return item;
  return Object.fromEntries(Object.entries(item).sort(([a], [b]) => (a < b ? -1 : 1)));
}
