import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { RequestPart } from '../request-validator.ts';
import type { Checked, Validator } from './validator.ts';

/** Checks by a TypeBox type or a plain JSON Schema, compiled to JavaScript. */
export function compileTypeBoxValidator(schema: TSchema, part: RequestPart): Validator {
  const compiled = Compile(schema);
  return {
    check(value: unknown): Checked {
      if (compiled.Check(value)) return { ok: true, value };
      const problems = compiled
        .Errors(value)
        .map(({ instancePath, message }) => `${part}${instancePath} ${message}`);
      return { ok: false, problems };
    },
  };
}
