/** Makes one value; `now` is the date of sending. */
export type Make = (now: () => Date) => string | number;

/** An expression with its arguments filled in, or what is wrong with them. */
type Bound = { readonly make: Make } | { readonly mistake: string };

/** One row of the specification's table of fake-data expressions. */
export interface FakeExpression {
  /** Names of its arguments, all of which may be left out. */
  readonly parameters: readonly string[];
  bind(args: readonly string[]): Bound;
}

export function plain(make: Make): FakeExpression {
  return { parameters: [], bind: () => ({ make }) };
}

/** An expression with a length or number of things, from 1 to `max`. */
export function counted(
  parameter: string,
  { fallback, max }: { fallback: number; max: number },
  make: (count: number) => string,
): FakeExpression {
  return {
    parameters: [parameter],
    bind([word]) {
      const count = word === undefined ? fallback : numberOf(word);
      if (Number.isInteger(count) && count >= 1 && count <= max) return { make: () => make(count) };
      return { mistake: `${parameter} must be a whole number from 1 to ${max}, not ${word}` };
    },
  };
}

/** An expression with a least and a greatest value, both of which lie within `limits` and may be given. */
export function ranged(
  limits: { min: number; max: number; isInteger: boolean },
  defaults: { min: number; max: number },
  make: (min: number, max: number) => number,
): FakeExpression {
  const kind = limits.isInteger ? 'whole number' : 'number';
  const isAllowed = (value: number) =>
    value >= limits.min && value <= limits.max && (!limits.isInteger || Number.isInteger(value));
  return {
    parameters: ['min', 'max'],
    bind(args) {
      const [min = defaults.min, max = defaults.max] = args.map(numberOf);
      const wrong = [min, max].findIndex(value => !isAllowed(value));
      if (wrong !== -1) {
        const parameter = wrong === 0 ? 'min' : 'max';
        const allowed = `a ${kind} from ${limits.min} to ${limits.max}`;
        return { mistake: `${parameter} must be ${allowed}, not ${args[wrong]}` };
      }
      if (min > max) return { mistake: `min (${min}) is greater than max (${max})` };
      return { make: () => make(min, max) };
    },
  };
}

/** An expression with a choice of `true` or `false`. */
export function chosen(
  parameter: string,
  fallback: boolean,
  make: (choice: boolean) => string,
): FakeExpression {
  return {
    parameters: [parameter],
    bind([word = String(fallback)]) {
      if (word === 'true' || word === 'false') return { make: () => make(word === 'true') };
      return { mistake: `${parameter} must be true or false, not ${word}` };
    },
  };
}

function numberOf(word: string): number {
  return /^[+-]?(\d+(\.\d*)?|\.\d+)$/.test(word) ? Number(word) : Number.NaN;
}
