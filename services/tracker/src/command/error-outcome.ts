import type { TrackerError } from '../errors.ts';
import type { Outcome } from './outcome.ts';
import { printable, printableText } from './printable.ts';
import { toldError } from './told-error.ts';

/** An error as programs are told it; people are told it by `errorText`, on standard error. */
export function errorOutcome(error: TrackerError): Outcome {
  return {
    document: { ok: false, error: toldError(error) },
    text: () => '',
    exitCode: error.exitCode,
  };
}

/** An error as people are told it: what, with its code, every problem on a line of its own, and what to do. */
export function errorText(error: TrackerError, debug: boolean): string {
  const { code, message, problems, remedy } = error;
  return [
    `error: ${printable(message)} (${code})`,
    ...problems.map(problem => `  - ${printable(problem)}`),
    ...(remedy === undefined ? [] : [`remedy: ${printable(remedy)}`]),
    ...(debug ? stacksOf(error) : []),
  ].join('\n');
}

function stacksOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [];
  return [printableText(error.stack ?? String(error)), ...stacksOf(error.cause)];
}
