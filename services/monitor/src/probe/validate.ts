import type { Static, TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Settings } from 'typebox/system';
import { at, type Checked, type Problem } from './problem.ts';
import { schemaProblems } from './schema-problems.ts';

/** Nobody reads more than this at once, and it bounds the memory a hostile value can take. */
const maxErrors = 10_000;

const validators = new WeakMap<TSchema, Validator>();

/**
 * Checks a value against a schema and reports everything that is wrong with it, one problem a mistake.
 * `path` is where the value stands. Own keys named `__proto__` are refused wherever they are.
 */
export function validate<T extends TSchema>(
  schema: T,
  value: unknown,
  path = '',
): Checked<Static<T>> {
  const validator = validatorOf(schema);
  const isValid = (candidate: unknown): candidate is Static<T> => validator.Check(candidate);
  const prototypeKeys = findPrototypeKeys(value, path);
  if (prototypeKeys.length === 0 && isValid(value)) return { ok: true, value };
  const refused = new Set(prototypeKeys.map(problem => problem.path));
  const problems = schemaProblems(schema, value, errorsOf(validator, value), path);
  return {
    ok: false,
    problems: [...problems.filter(problem => !refused.has(problem.path)), ...prototypeKeys],
  };
}

function validatorOf(schema: TSchema): Validator {
  const known = validators.get(schema);
  if (known) return known;
  const validator = Compile(schema);
  validators.set(schema, validator);
  return validator;
}

/** TypeBox stops at eight errors unless told otherwise, and only by a global setting. */
function errorsOf(validator: Validator, value: unknown) {
  const before = Settings.Get().maxErrors;
  Settings.Set({ maxErrors });
  try {
    return validator.Errors(value);
  } finally {
    Settings.Set({ maxErrors: before });
  }
}

/** Without recursion: the values of a body may be nested deeper than the stack reaches. */
function findPrototypeKeys(root: unknown, path: string): Problem[] {
  const problems: Problem[] = [];
  const waiting: [value: unknown, path: () => string][] = [[root, () => path]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, pathOf] = next;
    if (typeof value !== 'object' || value === null) continue;
    const isList = Array.isArray(value);
    for (const [key, member] of Object.entries(value)) {
      const memberPath = () => at(pathOf(), isList ? Number(key) : key);
      if (key === '__proto__' && problems.length < maxErrors) {
        problems.push({ path: memberPath(), message: 'unknown field', hint: 'remove it' });
      }
      if (typeof member === 'object' && member !== null) waiting.push([member, memberPath]);
    }
  }
  return problems;
}
