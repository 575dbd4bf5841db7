/**
 * Every error the tracker makes, by code: its exit code and what it means. 1: mend the call; 2: mend the machine, the
 * repository or the credentials; 3: the data is damaged; 4: somebody else's service failed. `docs/tracker-errors.md`
 * lists the same table; a test holds the two together.
 */
export const errorTable = {
  USAGE: { exit: 1, means: 'the command was called wrongly' },
  INVALID: { exit: 1, means: 'a value is not what its field may hold' },
  NOT_FOUND: { exit: 1, means: 'there is no such record' },
  AMBIGUOUS_NUMBER: { exit: 1, means: 'two records have had this number' },
  DELETED: { exit: 1, means: 'the record is deleted' },
  HAS_CHILDREN: { exit: 1, means: 'other records belong to this one' },
  DEPENDENCY_CYCLE: { exit: 1, means: 'a ticket would depend on itself' },
  NOTHING_READY: { exit: 1, means: 'no ticket is ready to be worked on' },
  NOT_INITIALISED: { exit: 1, means: 'the repository has no tracker data yet' },
  BRANCH_NAME: { exit: 1, means: 'the data branch cannot have this name' },
  REMOTE_NAME: { exit: 1, means: 'the repository has no remote of this name' },
  NOT_A_TRACKER_BRANCH: { exit: 1, means: 'the branch holds something else than tracker data' },
  BRANCH_CHECKED_OUT: { exit: 1, means: 'a working tree has the data branch checked out' },
  CONFLICT: { exit: 1, means: 'somebody else changed the same thing at the same time' },
  NOT_A_REPOSITORY: { exit: 2, means: 'the path is no Git repository' },
  GIT_MISSING: { exit: 2, means: 'git cannot be started' },
  GIT_FAILED: { exit: 2, means: 'git failed' },
  LOCKED: { exit: 2, means: 'another tracker kept the repository locked for too long' },
  FORMAT_TOO_NEW: { exit: 2, means: 'the data was written by a later version' },
  AUTH: { exit: 2, means: 'a credential is missing or was refused' },
  FILE: { exit: 2, means: 'a file cannot be read or written' },
  CORRUPT: { exit: 3, means: 'the data is damaged' },
  REMOTE_REWRITTEN: {
    exit: 3,
    means: 'the history of the data branch was rewritten on the remote',
  },
  REMOTE_FAILED: { exit: 4, means: 'the Git remote failed' },
  FORGE_FAILED: { exit: 4, means: 'the forge failed' },
  MODEL_FAILED: { exit: 4, means: 'the language model failed or gave an unusable answer' },
  INTERNAL: { exit: 2, means: 'a defect of the tracker' },
} as const;

export type ErrorCode = keyof typeof errorTable;

export interface ErrorDetails {
  /** What to do about it. */
  readonly remedy?: string;
  /** Where one call has several faults: all of them. */
  readonly problems?: readonly string[];
  readonly cause?: unknown;
}

/** An error that users meet. Its message says where and what, its remedy what to do. */
export class TrackerError extends Error {
  readonly code: ErrorCode;
  readonly remedy: string | undefined;
  readonly problems: readonly string[];

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, { cause: details.cause });
    this.name = 'TrackerError';
    this.code = code;
    this.remedy = details.remedy;
    this.problems = details.problems ?? [];
  }

  get exitCode(): number {
    return errorTable[this.code].exit;
  }
}
