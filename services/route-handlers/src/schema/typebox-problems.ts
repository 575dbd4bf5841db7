import type { TLocalizedValidationError } from 'typebox/error';
import { Settings } from 'typebox/system';
import { mostProblems, type Problem, pointerOf } from './problem.ts';
import { Undecodable } from './undecodable.ts';

/** What TypeBox finds wrong with a value, one problem for each absent property, as ajv tells them. */
export function typeBoxProblems(findErrors: () => readonly TLocalizedValidationError[]): Problem[] {
  return collect(findErrors).flatMap(problemsOf);
}

/** The problem of a value that a codec could not decode; other errors are thrown on. */
export function undecodableProblem(error: unknown): Problem {
  if (!(error instanceof Undecodable)) throw error;
  return { path: pointerOf(error.path), message: 'is not valid' };
}

/** TypeBox stops at 8 errors by itself; that bound is a setting of the whole process, changed for this call alone. */
function collect<T>(findErrors: () => T): T {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: mostProblems });
  try {
    return findErrors();
  } finally {
    Settings.Set({ maxErrors });
  }
}

function problemsOf(error: TLocalizedValidationError): Problem[] {
  const { keyword, instancePath: path, schemaPath, message } = error;
  if (keyword === 'required') {
    return error.params.requiredProperties.map(key => ({
      path,
      message: `must have required property '${key}'`,
      absent: path + pointerOf([key]),
    }));
  }
  // One such error for each unknown key stands before the one that tells of them all, if that still has room.
  const isUnknownKey = keyword === 'boolean' && schemaPath.endsWith('/additionalProperties');
  return isUnknownKey
    ? [
        {
          path: path.slice(0, path.lastIndexOf('/')),
          message: 'must not have additional properties',
        },
      ]
    : [{ path, message }];
}
