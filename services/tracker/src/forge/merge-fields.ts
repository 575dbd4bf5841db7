import { type Agreed, digestOf } from './forge-base.ts';
import { isSameLogin, keyOf, type Shared } from './issue-view.ts';

/** When each side last changed what it has, in milliseconds since 1970. The tracker knows it field by field. */
export interface Ages {
  readonly here: (field: 'title' | 'body' | 'status') => number;
  readonly there: number;
}

/** A field that both sides changed: which side's value stays, and the other. */
export interface Conflict {
  readonly field: 'title' | 'body' | 'status';
  readonly winner: 'here' | 'there';
  readonly lost: string;
}

/** What each side is to take from the other. Fields that are absent stay as they are. */
export interface FieldMerge {
  readonly here: Carried;
  readonly there: Carried;
  readonly conflicts: readonly Conflict[];
}

export interface Carried {
  readonly title?: string;
  readonly body?: string;
  readonly state?: Shared['state'];
  readonly addLabels: readonly string[];
  readonly removeLabels: readonly string[];
  /** Null: nobody. */
  readonly assignee?: string | null;
}

/**
 * Three-way: what one side changed since both agreed is carried to the other. Where both changed a text or the state,
 * the later change stays, and the other is told as a conflict. Labels merge one by one. Where both changed the
 * assignee, the forge's stays: it can be seen there who was assigned before.
 */
export function mergeFields(here: Shared, there: Shared, agreed: Agreed, ages: Ages): FieldMerge {
  const title = mergeText('title', here.title, there.title, agreed.title, ages);
  const body = mergeText('body', here.body, there.body, agreed.body, ages);
  const state = mergeState(here, there, agreed, ages);
  const labels = mergeLabels(here.labels, there.labels, agreed);
  const assignee = mergeAssignee(here.assignee, there.assignee, agreed);
  return {
    here: {
      ...(title.to === 'here' && { title: there.title }),
      ...(body.to === 'here' && { body: there.body }),
      ...(state.to === 'here' && { state: there.state }),
      ...(assignee === 'here' && { assignee: there.assignee }),
      ...labels.here,
    },
    there: {
      ...(title.to === 'there' && { title: here.title }),
      ...(body.to === 'there' && { body: here.body }),
      ...(state.to === 'there' && { state: here.state }),
      ...(assignee === 'there' && { assignee: here.assignee }),
      ...labels.there,
    },
    conflicts: [title, body, state].flatMap(({ conflict }) => conflict ?? []),
  };
}

export function isEmpty(carried: Carried): boolean {
  const { addLabels, removeLabels, ...fields } = carried;
  return addLabels.length === 0 && removeLabels.length === 0 && Object.keys(fields).length === 0;
}

type Direction = 'here' | 'there' | undefined;

interface Merged {
  readonly to: Direction;
  readonly conflict?: Conflict;
}

function mergeText(
  field: 'title' | 'body',
  here: string,
  there: string,
  agreed: string | null,
  ages: Ages,
): Merged {
  if (here === there) return { to: undefined };
  if (digestOf(here) === agreed) return { to: 'here' };
  if (digestOf(there) === agreed) return { to: 'there' };
  return later(field, here, there, ages);
}

function mergeState(here: Shared, there: Shared, agreed: Agreed, ages: Ages): Merged {
  if (here.state === there.state) return { to: undefined };
  if (here.state === agreed.state) return { to: 'here' };
  if (there.state === agreed.state) return { to: 'there' };
  return later('status', here.state, there.state, ages);
}

function later(field: Conflict['field'], here: string, there: string, ages: Ages): Merged {
  const winner = ages.here(field) > ages.there ? 'here' : 'there';
  const lost = winner === 'here' ? there : here;
  return { to: winner === 'here' ? 'there' : 'here', conflict: { field, winner, lost } };
}

type LabelChanges = Pick<Carried, 'addLabels' | 'removeLabels'>;

function mergeLabels(
  here: readonly string[],
  there: readonly string[],
  agreed: Agreed,
): { here: LabelChanges; there: LabelChanges } {
  const refused = keysOf(agreed.refused.labels);
  const [ours, theirs, base] = [keysOf(here), keysOf(there), keysOf(agreed.labels)];
  const inOne = (label: string): boolean => !base.has(keyOf(label));
  return {
    here: {
      addLabels: there.filter(label => !ours.has(keyOf(label)) && inOne(label)),
      removeLabels: here.filter(label => !theirs.has(keyOf(label)) && !inOne(label)),
    },
    there: {
      addLabels: unique(here).filter(
        label => !theirs.has(keyOf(label)) && inOne(label) && !refused.has(keyOf(label)),
      ),
      removeLabels: there.filter(label => !ours.has(keyOf(label)) && !inOne(label)),
    },
  };
}

function mergeAssignee(here: string | null, there: string | null, agreed: Agreed): Direction {
  if (isSameLogin(here, there)) return undefined;
  if (!isSameLogin(there, agreed.assignee)) return 'here';
  if (here !== null && isSameLogin(here, agreed.refused.assignee)) return undefined;
  return isSameLogin(here, agreed.assignee) ? undefined : 'there';
}

function keysOf(labels: readonly string[]): ReadonlySet<string> {
  return new Set(labels.map(keyOf));
}

function unique(labels: readonly string[]): readonly string[] {
  return [...new Map(labels.map(label => [keyOf(label), label])).values()];
}
