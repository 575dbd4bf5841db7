import { priorities, statuses } from '@picket/tracker';
import { priorityNames, statusNames } from '../../components/badge.tsx';
import { personName } from '../../components/person.tsx';
import type { Activity } from './activity-answer.ts';

/** A sentence round the record that it tells of: `who` `did` #3 `rest`. */
interface Sentence {
  readonly who: string;
  readonly did: string;
  /** The record, such as `#3` or `epic #1`. */
  readonly record: string;
  readonly rest: string;
  /** What was said, for comments. */
  readonly quote: string | undefined;
}

type Clause = readonly [did: string, rest: string];

/** What was done, as people say it. */
export function sayActivity(activity: Activity): Sentence {
  const [did, rest] = clauseOf(activity);
  return {
    who: personName(doerOf(activity)),
    did,
    record: recordName(activity),
    rest,
    quote: quoteOf(activity),
  };
}

/** Whoever imported it did not do it. */
function doerOf({ by, origin }: Activity): string {
  return origin?.by ?? by;
}

function recordName({ type, number }: Activity): string {
  const name = number === null ? 'of unknown number' : `#${number}`;
  return type === 'ticket' && number !== null ? name : `${type} ${name}`;
}

function clauseOf(activity: Activity): Clause {
  switch (activity.op) {
    case 'create':
      return ['created', ''];
    case 'edit':
      return editClause(activity);
    case 'delete':
      return ['deleted', ''];
    case 'restore':
      return ['restored', ''];
    case 'renumber':
      return ['gave', 'its number'];
    case 'comment':
      return ['commented on', ''];
    case 'edit-comment':
      return ['changed a comment on', ''];
    case 'delete-comment':
      return ['deleted a comment on', ''];
    case 'link-forge':
      return ['linked', 'to an issue'];
  }
}

function editClause(activity: Activity): Clause {
  const { changes } = activity;
  const after = new Map(changes.map(change => [change.field, change.after]));
  if (isClaim(after, doerOf(activity))) return ['took', ''];
  const [change] = changes;
  // Somebody else's later change has settled what this one did.
  if (change === undefined) return ['changed', ''];
  if (changes.length > 1) return [`changed the ${listed(changes.map(fieldName))} of`, ''];
  return changeClause(change);
}

/** Who gives a ticket to themselves, and begins it or does nothing else, takes it. */
function isClaim(after: ReadonlyMap<string, unknown>, by: string): boolean {
  const assignee = after.get('assignee');
  const isMine = assignee === by || assignee === personName(by);
  return (
    isMine && (after.size === 1 || (after.size === 2 && after.get('status') === 'in_progress'))
  );
}

function changeClause({ field, after }: Activity['changes'][number]): Clause {
  const status = statuses.find(each => each === after);
  if (field === 'status' && status) return ['moved', `to ${statusNames[status]}`];
  const priority = priorities.find(each => each === after);
  if (field === 'priority' && priority)
    return ['made', `${priorityNames[priority].toLowerCase()} priority`];
  if (field === 'title') return ['renamed', ''];
  if (field === 'assignee') {
    return typeof after === 'string'
      ? ['gave', `to ${personName(after)}`]
      : ['took', 'from its assignee'];
  }
  return [`changed the ${fieldName({ field })} of`, ''];
}

const fieldNames: Readonly<Record<string, string>> = {
  body: 'description',
  epicId: 'epic',
  storyId: 'story',
  startWorkAt: 'start',
  targetFinishAt: 'due date',
  dependsOn: 'dependencies',
  linkedBranches: 'branches',
  linkedPullRequests: 'pull requests',
};

function fieldName({ field }: { readonly field: string }): string {
  return Object.hasOwn(fieldNames, field) ? (fieldNames[field] ?? field) : field;
}

function listed(names: readonly string[]): string {
  return new Intl.ListFormat('en').format(names);
}

function quoteOf({ op, changes }: Activity): string | undefined {
  if (op !== 'comment' && op !== 'edit-comment') return undefined;
  const after = changes.find(({ field }) => field === 'comment')?.after;
  return typeof after === 'string' ? after : undefined;
}
