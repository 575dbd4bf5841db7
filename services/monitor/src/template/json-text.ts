/**
 * How a value stands inside a text: strings as they are, everything else as JSON.
 * Undefined where JSON cannot hold it, such as a nesting deeper than the stack.
 */
export function jsonText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  try {
    return JSON.stringify(value, (_key, member) =>
      typeof member === 'bigint' ? String(member) : member,
    );
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError) return undefined;
    throw error;
  }
}
