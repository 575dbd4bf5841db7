import {
  faultOf,
  fieldsOf,
  priorities,
  type Status,
  sizes,
  statuses,
  type Ticket,
} from '@picket/tracker';

const fields = fieldsOf.ticket;

export type TicketField = keyof typeof fields;
export type TicketValues = Pick<Ticket, TicketField>;

/** A ticket as a form holds it: what is typed is text, whatever it may mean. */
export interface TicketDraft {
  readonly title: string;
  readonly body: string;
  readonly status: Status;
  readonly storyId: string | null;
  readonly assignee: string;
  readonly labels: readonly string[];
  readonly priority: Ticket['priority'];
  readonly size: Ticket['size'];
  readonly estimate: string;
  /** Days, as 2026-11-21. */
  readonly startWorkAt: string;
  readonly targetFinishAt: string;
  readonly dependsOn: readonly string[];
  readonly linkedBranches: readonly string[];
  readonly linkedPullRequests: readonly string[];
}

export type TicketFaults = Readonly<Partial<Record<TicketField, string>>>;

export const emptyDraft = (storyId: string | null): TicketDraft => ({
  title: '',
  body: '',
  status: 'backlog',
  storyId,
  assignee: '',
  labels: [],
  priority: 'medium',
  size: null,
  estimate: '',
  startWorkAt: '',
  targetFinishAt: '',
  dependsOn: [],
  linkedBranches: [],
  linkedPullRequests: [],
});

export function draftOf(ticket: TicketValues): TicketDraft {
  return {
    title: ticket.title,
    body: ticket.body,
    status: ticket.status,
    storyId: ticket.storyId,
    assignee: ticket.assignee ?? '',
    labels: ticket.labels,
    priority: ticket.priority,
    size: ticket.size,
    estimate: ticket.estimate === null ? '' : String(ticket.estimate),
    startWorkAt: dayOf(ticket.startWorkAt),
    targetFinishAt: dayOf(ticket.targetFinishAt),
    dependsOn: ticket.dependsOn,
    linkedBranches: ticket.linkedBranches,
    linkedPullRequests: ticket.linkedPullRequests,
  };
}

/** What the draft says, wrong or not. */
export function valuesOf(draft: TicketDraft): TicketValues {
  return {
    ...draft,
    title: draft.title.trim(),
    assignee: draft.assignee.trim() || null,
    estimate: numberOf(draft.estimate.trim()),
    startWorkAt: midnightOf(draft.startWorkAt),
    targetFinishAt: midnightOf(draft.targetFinishAt),
  };
}

/** What the tracker would say is wrong, of every field. */
export function faultsOf(draft: TicketDraft): TicketFaults {
  const values = valuesOf(draft);
  const faults: Partial<Record<TicketField, string>> = {};
  for (const name of ticketFields) {
    const fault = faultOf(fields[name].shape, values[name]);
    if (fault !== undefined) faults[name] = `It ${fault}.`;
  }
  return faults;
}

export const isSameDraft = (one: TicketDraft, other: TicketDraft): boolean =>
  JSON.stringify(one) === JSON.stringify(other);

const isField = (name: string): name is TicketField => Object.hasOwn(fields, name);

/** In the order of the table. */
export const ticketFields: readonly TicketField[] = Object.keys(fields).filter(isField);

export const toStatus = (value: string): Status => statuses.find(one => one === value) ?? 'backlog';
export const toPriority = (value: string): Ticket['priority'] =>
  priorities.find(one => one === value) ?? 'medium';
export const toSize = (value: string): Ticket['size'] => sizes.find(one => one === value) ?? null;

/** Dates are days; a moment that somebody set elsewhere is shown by its day, and kept unless that is changed. */
const dayOf = (instant: string | null): string => instant?.slice(0, 10) ?? '';
const midnightOf = (day: string): string | null => (day === '' ? null : `${day}T00:00:00.000Z`);

const numberOf = (text: string): number | null => (text === '' ? null : Number(text));
