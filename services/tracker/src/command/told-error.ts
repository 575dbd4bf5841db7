import { CommanderError } from 'commander';
import { TrackerError } from '../errors.ts';

/** An error as programs are told it: `error` of a JSON document. */
export function toldError({ code, message, remedy, problems }: TrackerError): {
  readonly code: string;
  readonly message: string;
  readonly remedy?: string;
  readonly problems?: readonly string[];
} {
  return {
    code,
    message,
    ...(remedy !== undefined && { remedy }),
    ...(problems.length > 0 && { problems }),
  };
}

/** Any error as one of the tracker's. `called` is the command that was called, such as `tracker ticket read`. */
export function trackerErrorOf(error: unknown, called: string): TrackerError {
  if (error instanceof TrackerError) return error;
  if (error instanceof CommanderError) return usageError(error, called);
  return new TrackerError('INTERNAL', error instanceof Error ? error.message : String(error), {
    remedy: 'set TRACKER_DEBUG=1 to see where it happened, and report it',
    cause: error,
  });
}

function usageError(error: CommanderError, called: string): TrackerError {
  if (error.code === 'commander.help') {
    return new TrackerError('USAGE', 'no subcommand is given', {
      remedy: `see \`${called} --help\``,
    });
  }
  const hint =
    error.code === 'commander.unknownOption' && called !== 'tracker'
      ? '; options of every subcommand, such as --format and --repo, stand before it'
      : '';
  return new TrackerError('USAGE', error.message.replace(/^error: /, '').replace('\n', ' '), {
    remedy: `see \`${called} --help\`${hint}`,
  });
}
