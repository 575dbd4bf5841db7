import { Compile } from 'typebox/compile';
import type { CheckOf } from './transform.ts';

/** Compiles a check to JavaScript; not for browsers, whose pages may forbid that. */
export const compiledCheck: CheckOf = (context, schema) => {
  const compiled = Compile(context, schema);
  return value => compiled.Check(value);
};
