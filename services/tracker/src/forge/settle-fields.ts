import type { Ticket } from '../record/record.ts';
import { type Agreed, digestOf, type IssueState } from './forge-base.ts';
import type { ForgeClient, IssueEdit } from './forge-client.ts';
import { isInvalid, quoted } from './forge-errors.ts';
import { isSameLogin, keyOf, type Shared, viewOfIssue, viewOfTicket } from './issue-view.ts';
import { withMarker } from './marker.ts';
import {
  type Carried,
  type Conflict,
  type FieldMerge,
  isEmpty,
  mergeFields,
} from './merge-fields.ts';
import type { RemoteIssue } from './remote-issue.ts';
import type { TicketHistory } from './ticket-history.ts';

export interface FieldOutcome {
  readonly here: Carried;
  readonly agreed: Agreed;
  readonly issue: RemoteIssue;
  readonly conflicts: readonly Conflict[];
  readonly sent: boolean;
  readonly notes: readonly string[];
  readonly failures: readonly string[];
}

export interface FieldSides {
  readonly ticket: Ticket;
  readonly agreed: Agreed;
  readonly history: TicketHistory;
}

/** Whether the issue would have to take anything from the ticket. */
export function hasNewsForIssue(sides: FieldSides, issue: RemoteIssue): boolean {
  return !isEmpty(merged(sides, issue).there);
}

/**
 * Merges the fields, and has the issue take what it is to take. `issue` must be fresh from the forge: what was
 * changed there since would be overwritten.
 */
export async function settleFields(
  client: ForgeClient,
  sides: FieldSides,
  issue: RemoteIssue,
): Promise<FieldOutcome> {
  const { agreed, ticket } = sides;
  const view = viewOfIssue(issue, agreed);
  const { here, there, conflicts } = merged(sides, issue);
  const writing: Writing = { client, issue, notes: [...view.faults], failures: [] };
  const texts = await editTexts(writing, there, view.marker);
  const labels = await editLabels(writing, there);
  const assignee = await editAssignee(writing, there, view.assignee);
  const ours = viewOfTicket(ticket);
  const result = resultOf(ours, here);
  const kept = (field: 'title' | 'body'): string | null =>
    texts || there[field] === undefined ? digestOf(result[field]) : agreed[field];
  return {
    here,
    conflicts,
    issue: writing.issue,
    sent: !isEmpty(there),
    notes: [...writing.notes, ...lostAssignee(ticket, here, agreed)],
    failures: writing.failures,
    agreed: {
      ...agreed,
      title: kept('title'),
      body: kept('body'),
      state: texts || there.state === undefined ? result.state : agreed.state,
      labels: labelsOnBoth(view.labels, there, labels.refused),
      assignee: assignee.now,
      refused: {
        labels: stillRefused([...agreed.refused.labels, ...labels.refused], result.labels),
        assignee: assignee.refused ?? agreed.refused.assignee,
      },
      updatedAt: writing.issue.updatedAt,
      deletedAt: null,
    },
  };
}

interface Writing {
  readonly client: ForgeClient;
  issue: RemoteIssue;
  readonly notes: string[];
  readonly failures: string[];
}

function merged({ ticket, agreed, history }: FieldSides, issue: RemoteIssue): FieldMerge {
  return mergeFields(viewOfTicket(ticket), viewOfIssue(issue, agreed), agreed, {
    here: history.fieldChangedAt,
    there: Date.parse(issue.updatedAt),
  });
}

/** False where the forge would not take them. */
async function editTexts(
  writing: Writing,
  there: Carried,
  marker: string | undefined,
): Promise<boolean> {
  const { title, body, state } = there;
  const edit: IssueEdit = {
    ...(title !== undefined && { title }),
    ...(body !== undefined && { body: marker === undefined ? body : withMarker(body, marker) }),
    ...(state !== undefined && stateEdit(state)),
  };
  if (Object.keys(edit).length === 0) return true;
  return await taken(writing, Object.keys(edit).join(', '), async () => {
    writing.issue = (await writing.client.editIssue(writing.issue, edit)).value;
  });
}

/** How GitHub tells a status. */
export function stateEdit(state: IssueState): IssueEdit {
  if (state === 'open') return { state: 'open', state_reason: 'reopened' };
  return { state: 'closed', state_reason: state === 'done' ? 'completed' : 'not_planned' };
}

async function editLabels(
  writing: Writing,
  { addLabels, removeLabels }: Carried,
): Promise<{ readonly refused: readonly string[] }> {
  const { client } = writing;
  const refused: string[] = [];
  if (addLabels.length > 0) {
    refused.push(...(await addTogether(writing, addLabels)));
    for (const label of refused) {
      writing.notes.push(`the forge does not take the label ${JSON.stringify(quoted(label))}`);
    }
  }
  for (const label of removeLabels) await client.removeLabel(writing.issue, label);
  return { refused };
}

/** The labels that were refused. One that is makes GitHub refuse all: then they are tried one by one. */
async function addTogether(
  writing: Writing,
  labels: readonly string[],
): Promise<readonly string[]> {
  try {
    const now = (await writing.client.addLabels(writing.issue, labels)).map(keyOf);
    return labels.filter(label => !now.includes(keyOf(label)));
  } catch (error) {
    if (!isInvalid(error)) throw error;
    if (labels.length === 1) return labels;
    const refused: string[] = [];
    for (const label of labels) refused.push(...(await addTogether(writing, [label])));
    return refused;
  }
}

async function editAssignee(
  writing: Writing,
  there: Carried,
  before: string | null,
): Promise<{ readonly now: string | null; readonly refused?: string }> {
  const { assignee } = there;
  if (assignee === undefined) return { now: before };
  if (before !== null) {
    writing.issue = (await writing.client.removeAssignee(writing.issue, before)).value;
  }
  if (assignee === null) return { now: null };
  await taken(writing, 'assignee', async () => {
    writing.issue = (await writing.client.addAssignee(writing.issue, assignee)).value;
  });
  if (writing.issue.assignees.some(login => isSameLogin(login, assignee))) return { now: assignee };
  writing.notes.push(`the forge cannot assign ${JSON.stringify(quoted(assignee))}`);
  return { now: null, refused: assignee };
}

async function taken(writing: Writing, what: string, write: () => Promise<void>): Promise<boolean> {
  try {
    await write();
    return true;
  } catch (error) {
    if (!isInvalid(error)) throw error;
    writing.failures.push(`the forge does not take its ${what}: ${error.failure.said}`);
    return false;
  }
}

/** What the ticket has once it has taken its part. */
function resultOf(ours: Shared, here: Carried): Shared {
  const removed = new Set(here.removeLabels.map(keyOf));
  return {
    title: here.title ?? ours.title,
    body: here.body ?? ours.body,
    state: here.state ?? ours.state,
    labels: [...ours.labels.filter(label => !removed.has(keyOf(label))), ...here.addLabels],
    assignee: here.assignee === undefined ? ours.assignee : here.assignee,
  };
}

function labelsOnBoth(
  before: readonly string[],
  { addLabels, removeLabels }: Carried,
  refused: readonly string[],
): readonly string[] {
  const out = new Set([...removeLabels, ...refused].map(keyOf));
  return [...before, ...addLabels].filter(label => !out.has(keyOf(label))).toSorted();
}

/** What the ticket no longer has is forgotten, so that it is asked again if it comes back. */
function stillRefused(refused: readonly string[], labels: readonly string[]): readonly string[] {
  const here = new Set(labels.map(keyOf));
  return [...new Set(refused.map(keyOf))].filter(label => here.has(label)).toSorted();
}

function lostAssignee(ticket: Ticket, here: Carried, agreed: Agreed): string[] {
  if (here.assignee === undefined || ticket.assignee === null) return [];
  if (isSameLogin(ticket.assignee, agreed.assignee)) return [];
  return [`its assignee ${JSON.stringify(quoted(ticket.assignee))} gave way to the forge's`];
}
