import { PicketError } from '../errors.ts';
import type { Problem } from '../probe/problem.ts';

/** More lines than this help nobody; `problems` has the rest. */
const mostPrinted = 50;

/** The file cannot be imported: all that is wrong with it. */
export class ImportError extends PicketError {
  readonly problems: readonly Problem[];

  /** `file`: its name, where it is known already; it stands before each problem. */
  constructor(problems: readonly Problem[], file?: string) {
    super('PKT_IMPORT_INVALID', describe(problems, file === undefined ? '' : `${file}: `));
    this.name = 'ImportError';
    this.problems = problems;
  }
}

function describe(problems: readonly Problem[], start: string): string {
  const rest = problems.length - mostPrinted;
  return [
    ...problems.slice(0, mostPrinted).map(problem => start + describeProblem(problem)),
    ...(rest > 0 ? [`... and ${rest} more`] : []),
  ].join('\n');
}

function describeProblem({ path, message, hint }: Problem): string {
  const text = path === '' ? message : `${path}: ${message}`;
  return hint === undefined ? text : `${text} (${hint})`;
}
