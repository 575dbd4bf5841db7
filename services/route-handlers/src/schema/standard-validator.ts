import type { StandardSchemaV1 } from '@standard-schema/spec';
import type { RequestPart } from '../request-validator.ts';
import { compileCoercion, isSingle } from './coerce.ts';
import { compiledCheck } from './compiled-check.ts';
import { jsonSchemaOf } from './json-schema.ts';
import { keepDeclared } from './keep-declared.ts';
import { isPlainObject, put } from './plain-object.ts';
import { mostProblems, type Problem, withholdProblems, wordProblems } from './problem.ts';
import { problemOf, topKeyOf } from './standard-problems.ts';
import { tooDeepProblem } from './too-deep.ts';
import { inSequence, type Transform } from './transform.ts';
import type { Checked, Validator } from './validator.ts';

type Result = StandardSchemaV1.Result<unknown>;

/** An issue, with the value that it was found in. */
interface Finding {
  readonly issue: StandardSchemaV1.Issue;
  readonly value: unknown;
}

/**
 * Checks by a schema of any library that implements Standard Schema. Text is turned into numbers and the like
 * where the library can tell by a JSON schema what the schema accepts; all else, defaults too, is the library's.
 */
export function compileStandardValidator(schema: StandardSchemaV1, part: RequestPart): Validator {
  const word = part === 'headers' ? withholdProblems : wordProblems;
  const prepare = textPreparation(schema, part);
  const validate = (value: unknown) => schema['~standard'].validate(value);
  const refuse = (problems: readonly Problem[]): Checked => ({
    ok: false,
    problems: word(part, problems),
  });
  const checkOnce = (value: unknown) =>
    whenDone(
      validate(value),
      result => accepted(result) ?? refuse(problemsOf(findingsOf(result, value))),
    );

  function checkText(value: unknown): Checked | Promise<Checked> {
    return whenDone(validate(value), first => {
      const earlier = findingsOf(first, value);
      const lists = withLists(value, earlier);
      if (lists === undefined) return accepted(first) ?? refuse(problemsOf(earlier));
      return whenDone(
        validate(lists),
        second =>
          accepted(second) ?? refuse(problemsOf(lasting(earlier, findingsOf(second, lists)))),
      );
    });
  }
  return {
    check(value, from) {
      const refuseTooDeep = (error: unknown) => refuse([tooDeepProblem(error, value)]);
      try {
        const checked = from === 'json' ? checkOnce(value) : checkText(prepare(value));
        return 'then' in checked ? checked.then(undefined, refuseTooDeep) : checked;
      } catch (error) {
        return refuseTooDeep(error);
      }
    },
  };
}

function textPreparation(schema: StandardSchemaV1, part: RequestPart): Transform {
  const guide = jsonSchemaOf(schema);
  if (guide === undefined) return value => value;
  const steps = [part === 'headers' ? keepDeclared(guide) : undefined, guidedCoercion(guide)];
  return inSequence(steps) ?? (value => value);
}

/** A converter may tell of a type in words that TypeBox can't compile; its text then stays text. */
function guidedCoercion(guide: Record<string, unknown>): Transform | undefined {
  try {
    return compileCoercion(guide, compiledCheck, 'leave');
  } catch {
    return undefined;
  }
}

/** Goes on at once where there is nothing to wait for. */
function whenDone<R>(
  given: Result | Promise<Result>,
  then: (result: Result) => R | Promise<R>,
): R | Promise<R> {
  return 'then' in given ? given.then(then) : then(given);
}

const accepted = (result: Result): Checked | undefined =>
  result.issues ? undefined : { ok: true, value: result.value };

const findingsOf = ({ issues }: Result, value: unknown): Finding[] =>
  (issues ?? []).map(issue => ({ issue, value }));

const problemsOf = (findings: readonly Finding[]): Problem[] =>
  findings.slice(0, mostProblems).map(({ issue, value }) => problemOf(issue, value));

/** The value with those keys as lists of one that hold a single field and that something was found at. */
function withLists(value: unknown, findings: readonly Finding[]): unknown {
  if (!isPlainObject(value)) return undefined;
  const keys = [...topKeysOf(findings)]
    .filter(key => key !== undefined)
    .filter(key => Object.hasOwn(value, key) && isSingle(value[key]));
  if (keys.length === 0) return undefined;
  const lists = { ...value };
  for (const key of keys) put(lists, key, [value[key]]);
  return lists;
}

/** What still stands after the second try, told as it was found at first; and what only that try found. */
function lasting(earlier: readonly Finding[], later: readonly Finding[]): Finding[] {
  const before = topKeysOf(earlier);
  const after = topKeysOf(later);
  return [
    ...earlier.filter(({ issue }) => after.has(topKeyOf(issue))),
    ...later.filter(({ issue }) => !before.has(topKeyOf(issue))),
  ];
}

const topKeysOf = (findings: readonly Finding[]): Set<string | undefined> =>
  new Set(findings.map(({ issue }) => topKeyOf(issue)));
