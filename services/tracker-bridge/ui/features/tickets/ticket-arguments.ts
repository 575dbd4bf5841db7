import {
  emptyDraft,
  type TicketDraft,
  type TicketField,
  type TicketValues,
  ticketFields,
  valuesOf,
} from './ticket-draft.ts';

/** Whoever sends the same key again is given the same ticket: an answer that was lost makes no second one. */
export function createArguments(draft: TicketDraft, key: string): readonly string[] {
  const flags = changedFlags(emptyDraft(null), draft).map(flag => flag.replace(/^--add-/, '--'));
  return ['ticket', 'create', `--key=${key}`, ...flags];
}

/** Undefined where nothing was changed. */
export function updateArguments(
  id: string,
  before: TicketDraft,
  after: TicketDraft,
): readonly string[] | undefined {
  const flags = changedFlags(before, after);
  return flags.length === 0 ? undefined : ['ticket', 'update', `--id=${id}`, ...flags];
}

/** Only what was changed is sent, of sets what was put in and taken out: what others do meanwhile stays. */
function changedFlags(before: TicketDraft, after: TicketDraft): readonly string[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  return ticketFields.flatMap(name => changedFlag(name, old[name], now[name]));
}

type Value = TicketValues[TicketField];

function changedFlag(name: TicketField, before: Value, after: Value): readonly string[] {
  const flag = flagOf[name];
  if (isSet(before) && isSet(after)) {
    const added = after.filter(member => !before.includes(member));
    const removed = before.filter(member => !after.includes(member));
    return [
      ...added.map(member => `--add-${flag}=${member}`),
      ...removed.map(member => `--remove-${flag}=${member}`),
    ];
  }
  return before === after ? [] : [`--${flag}=${after ?? ''}`];
}

const isSet = (value: Value): value is readonly string[] => Array.isArray(value);

const flagOf: Readonly<Record<TicketField, string>> = {
  title: 'title',
  body: 'body',
  status: 'status',
  storyId: 'story',
  assignee: 'assignee',
  labels: 'label',
  priority: 'priority',
  size: 'size',
  estimate: 'estimate',
  startWorkAt: 'start-work-at',
  targetFinishAt: 'target-finish-at',
  dependsOn: 'depends-on',
  linkedBranches: 'linked-branch',
  linkedPullRequests: 'linked-pull-request',
};
