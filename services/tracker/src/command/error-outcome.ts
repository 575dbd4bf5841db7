import { CommanderError } from 'commander';
import { TrackerError } from '../errors.ts';
import type { Outcome } from './outcome.ts';

/** An error as programs and people are told it. What nobody expected is told without detail to programs. */
export function errorOutcome(error: unknown): Outcome {
  const { code, message, remedy, problems, exitCode } = known(error);
  return {
    document: {
      ok: false,
      error: { code, message, ...(remedy && { remedy }), ...(problems.length > 0 && { problems }) },
    },
    text: () => '',
    warnings: [],
    exitCode,
  };
}

function known(error: unknown): TrackerError {
  if (error instanceof TrackerError) return error;
  if (error instanceof CommanderError) {
    return new TrackerError('USAGE', error.message.replace(/^error: /, ''), {
      remedy: 'see `tracker --help`',
    });
  }
  return new TrackerError('INTERNAL', error instanceof Error ? error.message : String(error), {
    cause: error,
  });
}
