import type { TValidationError } from 'typebox/error';

/**
 * Replaces the errors of every branch of a union by those of the branch the author meant, where one
 * stands out, else by the union's own error. Relies on a union's error following those of its branches.
 */
export function oneErrorPerUnion(errors: readonly TValidationError[]): TValidationError[] {
  const kept: TValidationError[] = [];
  for (let index = errors.length - 1; index >= 0; index--) {
    const error = errors[index];
    if (error === undefined) continue;
    if (error.keyword !== 'anyOf') {
      kept.push(error);
      continue;
    }
    const first = firstInside(error, errors, index);
    kept.push(...errorsOfUnion(error, errors.slice(first, index)).toReversed());
    index = first;
  }
  return kept.toReversed();
}

function firstInside(
  union: TValidationError,
  errors: readonly TValidationError[],
  end: number,
): number {
  let first = end;
  for (let error = errors[first - 1]; error && isInside(union, error); error = errors[first - 1]) {
    first -= 1;
  }
  return first;
}

function isInside(union: TValidationError, error: TValidationError): boolean {
  return (
    error.schemaPath.startsWith(`${union.schemaPath}/anyOf/`) &&
    (error.instancePath === union.instancePath ||
      error.instancePath.startsWith(`${union.instancePath}/`))
  );
}

function errorsOfUnion(
  union: TValidationError,
  inside: readonly TValidationError[],
): readonly TValidationError[] {
  const prefix = `${union.schemaPath}/anyOf/`;
  const branches = [
    ...Map.groupBy(inside, error => error.schemaPath.slice(prefix.length).split('/')[0]).values(),
  ];
  const meant = branches.filter(branch => !branch.some(error => isOtherKind(union, error)));
  const [branch] = meant;
  return meant.length === 1 && branch ? oneErrorPerUnion(branch) : [union];
}

/** Whether the error says that the value is of another branch's kind: its type, or its tag, differs. */
function isOtherKind(union: TValidationError, error: TValidationError): boolean {
  const below = error.instancePath.slice(union.instancePath.length);
  if (below === '') return ['type', 'const', 'enum'].includes(error.keyword);
  return error.keyword === 'const' && below.lastIndexOf('/') === 0;
}
