/**
 * Every error the tracker makes, by code: its exit code, what it means, and what to do where the place that throws it
 * knows nothing better. 1: mend the call; 2: mend the machine, the repository or the credentials; 3: the data is damaged;
 * 4: somebody else's service failed. `docs/tracker-errors.md` lists the same table; a test holds the two together.
 */
export const errorTable = {
  USAGE: {
    exit: 1,
    means: 'the command was called wrongly',
    remedy: 'look the options up with `tracker --help`, or `tracker COMMAND --help`',
  },
  INVALID: {
    exit: 1,
    means: 'a value is not what its field may hold',
    remedy:
      'mend every value that the message names; `--help` of the command tells what each may be',
  },
  NOT_FOUND: {
    exit: 1,
    means: 'there is no such record',
    remedy:
      'look the id or number up with `tracker TYPE read`, with `--deleted` among the deleted too',
  },
  AMBIGUOUS_NUMBER: {
    exit: 1,
    means: 'two records have had this number',
    remedy: 'give the id of the one that is meant: the message names both',
  },
  DELETED: {
    exit: 1,
    means: 'the record is deleted',
    remedy: 'bring it back with `tracker TYPE restore`, or choose another',
  },
  HAS_CHILDREN: {
    exit: 1,
    means: 'other records belong to this one',
    remedy: 'move or delete first what belongs to it: the message names it',
  },
  DEPENDENCY_CYCLE: {
    exit: 1,
    means: 'a ticket would depend on itself',
    remedy: 'take out one of the dependencies that lead back to the ticket',
  },
  NOTHING_READY: {
    exit: 1,
    means: 'no ticket is ready to be worked on',
    remedy: 'see with `tracker ticket read` what the open tickets wait for',
  },
  NOT_INITIALISED: {
    exit: 1,
    means: 'the repository has no tracker data yet',
    remedy: 'run `tracker init`, or `tracker sync` where the remote has the data',
  },
  BRANCH_NAME: {
    exit: 1,
    means: 'the data branch cannot have this name',
    remedy: 'give `--data-branch` a plain name, such as `tracker-data`',
  },
  REMOTE_NAME: {
    exit: 1,
    means: 'the repository has no remote of this name',
    remedy: 'give `--remote` a name that `git remote` lists, not an address',
  },
  NOT_A_TRACKER_BRANCH: {
    exit: 1,
    means: 'the branch holds something else than tracker data',
    remedy: 'name another branch with `--data-branch`: this one is left as it is',
  },
  BRANCH_CHECKED_OUT: {
    exit: 1,
    means: 'a working tree has the data branch checked out',
    remedy: 'switch that working tree to another branch: `git switch -`',
  },
  CONFLICT: {
    exit: 1,
    means: 'somebody else changed the same thing at the same time',
    remedy: 'read what it is now, and try again',
  },
  NOT_A_REPOSITORY: {
    exit: 2,
    means: 'the path is no Git repository',
    remedy: 'give `--repo` a path in a Git repository, or make one with `git init`',
  },
  GIT_MISSING: {
    exit: 2,
    means: 'git cannot be started',
    remedy: 'install git 2.31 or newer and see that it is on the PATH',
  },
  GIT_FAILED: {
    exit: 2,
    means: 'git failed',
    remedy: 'do what git says in the message; `tracker doctor` looks for what is wrong',
  },
  LOCKED: {
    exit: 2,
    means: 'another tracker, or a git that died, kept the repository locked',
    remedy:
      'try again; `ps` shows which tracker is still running, and the message names a lock that was left behind',
  },
  FORMAT_TOO_NEW: {
    exit: 2,
    means: 'the data was written by a later version',
    remedy: 'install a newer tracker: the data is left as it is',
  },
  AUTH: {
    exit: 2,
    means: 'a credential is missing or was refused',
    remedy: 'set the credential that the message names',
  },
  FILE: {
    exit: 2,
    means: 'a file cannot be read or written',
    remedy: 'see that the file or folder of the message is there, and may be read or written',
  },
  CORRUPT: {
    exit: 3,
    means: 'the data is damaged',
    remedy:
      'run `tracker doctor`, which tells what is damaged and mends what it can; what is whole stays readable',
  },
  REMOTE_REWRITTEN: {
    exit: 3,
    means: 'the history of the data branch was rewritten on the remote',
    remedy:
      'find out who rewrote it; `tracker sync --accept-rewritten` unites both, so that nothing is lost',
  },
  REMOTE_FAILED: {
    exit: 4,
    means: 'the Git remote failed',
    remedy: 'see whether `git ls-remote` works, and sync again: what is here is stored',
  },
  FORGE_FAILED: {
    exit: 4,
    means: 'the forge failed',
    remedy: 'sync again later: what was carried over is kept',
  },
  MODEL_FAILED: {
    exit: 4,
    means: 'the language model failed or gave an unusable answer',
    remedy: 'try again, with a clearer text or another TRACKER_AI_MODEL: nothing was stored',
  },
  INTERNAL: {
    exit: 2,
    means: 'a defect of the tracker',
    remedy: 'report it, with the command and what it printed; nothing was stored',
  },
} as const;

export type ErrorCode = keyof typeof errorTable;

export interface ErrorDetails {
  /** What to do about it; the table's unless told. */
  readonly remedy?: string;
  /** Where one call has several faults: all of them. */
  readonly problems?: readonly string[];
  readonly cause?: unknown;
}

/** An error that users meet. Its message says where and what, its remedy what to do. */
export class TrackerError extends Error {
  readonly code: ErrorCode;
  readonly remedy: string;
  readonly problems: readonly string[];

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'TrackerError';
    this.code = code;
    this.remedy = details.remedy ?? errorTable[code].remedy;
    this.problems = details.problems ?? [];
  }

  get exitCode(): number {
    return errorTable[this.code].exit;
  }
}
