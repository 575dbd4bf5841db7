import { PicketError } from '../errors.ts';
import type { Problem } from '../probe/problem.ts';

/** A problem and where in which file it stands; lines and columns count from 1. */
export interface LocatedProblem extends Problem {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
}

/** More lines than this help nobody; `problems` has the rest. */
const maxPrinted = 200;

/** The configuration has errors: all of them, in the order of the file. */
export class ConfigError extends PicketError {
  readonly problems: readonly LocatedProblem[];

  constructor(problems: readonly LocatedProblem[]) {
    super('PKT_CONFIG_INVALID', describe(problems));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}

function describe(problems: readonly LocatedProblem[]): string {
  const count = problems.length === 1 ? '1 error' : `${problems.length} errors`;
  const rest = problems.length - maxPrinted;
  return [
    `the configuration has ${count}`,
    ...problems.slice(0, maxPrinted).map(describeProblem),
    ...(rest > 0 ? [`... and ${rest} more`] : []),
  ].join('\n');
}

function describeProblem({ file, line, column, path, message, hint }: LocatedProblem): string {
  const place = [file, line, column].filter(part => part !== undefined).join(':');
  const text = path === '' ? message : `${path}: ${message}`;
  return `${place}  ${text}${hint === undefined ? '' : ` (${hint})`}`;
}
