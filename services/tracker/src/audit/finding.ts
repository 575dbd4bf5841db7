/**
 * What the proof found against the history. `where` is a path of the data branch, `commit` the commit that did it,
 * undefined where none did.
 */
export interface Finding {
  readonly kind: FindingKind;
  readonly commit: string | undefined;
  readonly where: string;
  /** The id of the event. */
  readonly event: string | undefined;
  readonly message: string;
}

/** What can speak against a history, and what it means. `docs/tracker-doctor.md` lists the same. */
export const findingKinds = {
  'removed-line': 'a line that was there before is gone',
  'rewritten-line': 'an event is there with another text than it had',
  'foreign-name': 'an event is in the name of somebody else than the author of its commit',
  'out-of-order': 'an event claims to be older than what its writer had seen',
  'implausible-time': 'the time of an event does not fit that of its commit',
  'no-event': 'a line was added that no tracker writes',
  'without-commit': 'an event is there that no commit brought',
  unreadable: 'a part of the history cannot be read, so that nothing is proved of it',
} as const;

export type FindingKind = keyof typeof findingKinds;
