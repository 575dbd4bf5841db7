import type { TSchema } from 'typebox';
import { Compile } from 'typebox/compile';
import type { RequestPart } from '../request-validator.ts';
import { compileCoercion } from './coerce.ts';
import { compiledCheck } from './compiled-check.ts';
import { compileDecoding } from './decode.ts';
import { compileDefaults } from './fill-defaults.ts';
import { keepDeclared } from './keep-declared.ts';
import { isPlainObject } from './plain-object.ts';
import { type Problem, withholdProblems, wordProblems } from './problem.ts';
import { tooDeepProblem } from './too-deep.ts';
import { inSequence, type Transform } from './transform.ts';
import { typeBoxProblems, undecodableProblem } from './typebox-problems.ts';
import type { Checked, Validator } from './validator.ts';

/**
 * Checks by a TypeBox type or a plain JSON Schema, compiled to JavaScript. What a value needs beside the check is
 * found out here, once: JSON without defaults and codecs costs nothing but the check.
 */
export function compileTypeBoxValidator(schema: TSchema, part: RequestPart): Validator {
  if (!isPlainObject(schema)) {
    throw new TypeError('it is to be a TypeBox type, a JSON Schema or a Standard Schema');
  }
  const compiled = Compile(schema);
  const word = part === 'headers' ? withholdProblems : wordProblems;
  const refuse = (problems: readonly Problem[]): Checked => ({
    ok: false,
    problems: word(part, problems),
  });
  const decode = compileDecoding(schema, compiledCheck);
  const checkFrom =
    (prepare: Transform | undefined) =>
    (value: unknown): Checked => {
      const prepared = prepare === undefined ? value : prepare(value);
      if (!compiled.Check(prepared))
        return refuse(typeBoxProblems(() => compiled.Errors(prepared)));
      if (decode === undefined) return { ok: true, value: prepared };
      try {
        return { ok: true, value: decode(prepared) };
      } catch (error) {
        return refuse([undecodableProblem(error)]);
      }
    };
  const checkText = checkFrom(
    inSequence([
      part === 'headers' ? keepDeclared(schema) : undefined,
      compileCoercion(schema, compiledCheck, 'fill'),
    ]),
  );
  const checkJson = checkFrom(compileDefaults(schema, compiledCheck));
  return {
    check(value, from) {
      try {
        return from === 'text' ? checkText(value) : checkJson(value);
      } catch (error) {
        return refuse([tooDeepProblem(error, value)]);
      }
    },
  };
}
