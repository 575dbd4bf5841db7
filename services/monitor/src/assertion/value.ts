/** An operator or function was given a value it isn't defined for. The message is for the assertion's author. */
export class MismatchError extends TypeError {}

/** The expression reads a value that isn't there. */
export class MissingError extends Error {}

/** What people call the value's type. */
export function kindOf(value: unknown): string {
  if (value === null) return 'null';
  if (value === undefined) return 'nothing';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'string') return 'text';
  if (typeof value === 'object') return 'an object';
  return Number.isNaN(value) ? 'not a number' : `a ${typeof value}`;
}

/** The value, if it is a number; results such as 0 / 0 are none. */
export function numberIn(value: unknown, user: string): number {
  if (typeof value === 'number' && !Number.isNaN(value)) return value;
  throw new MismatchError(`${user} needs a number, but gets ${kindOf(value)}`);
}

/** The value, if it is text. */
export function textIn(value: unknown, user: string): string {
  if (typeof value === 'string') return value;
  throw new MismatchError(`${user} needs text, but gets ${kindOf(value)}`);
}
