import type { Ticket } from '../record/record.ts';
import { cleanBody, cleanTitle, isLabel, loginOf } from './clean-text.ts';
import { type Agreed, type IssueState, stateOf } from './forge-base.ts';
import { readMarker } from './marker.ts';
import type { RemoteIssue } from './remote-issue.ts';

/** What a ticket and an issue have in common, in one form for both. */
export interface Shared {
  readonly title: string;
  readonly body: string;
  readonly state: IssueState;
  readonly labels: readonly string[];
  readonly assignee: string | null;
}

export interface IssueView extends Shared {
  /** The id in its marker, undefined where it has none. */
  readonly marker: string | undefined;
  /** What of it could not be taken over as it is. */
  readonly faults: readonly string[];
}

export function viewOfTicket(ticket: Ticket): Shared {
  const { title, body, labels, assignee } = ticket;
  return {
    title: title.trim(),
    body: body.replaceAll('\r\n', '\n'),
    state: stateOf(ticket.status),
    labels,
    assignee: loginIn(assignee),
  };
}

export function viewOfIssue(issue: RemoteIssue, agreed: Agreed): IssueView {
  const marked = readMarker(issue.body);
  const title = cleanTitle(issue.title, issue.number);
  const body = cleanBody(marked.text);
  const logins = issue.assignees.map(loginOf).filter(login => login !== '');
  const labels = issue.labels.filter(isLabel);
  const faults = [
    ...(title.cut ? ['its title held characters that a ticket cannot, or too many'] : []),
    ...(body.cut ? ['its body held characters that a ticket cannot, or too many'] : []),
    ...(labels.length < issue.labels.length ? ['a label of it cannot be one of a ticket'] : []),
  ];
  return {
    title: title.text,
    body: body.text,
    state: issueState(issue),
    labels: [...new Map(labels.map(label => [keyOf(label), label])).values()],
    // Of several, the one that was agreed on stays.
    assignee: logins.find(login => isSameLogin(login, agreed.assignee)) ?? logins[0] ?? null,
    marker: marked.id,
    faults,
  };
}

/** Labels and logins are the same on the forge whatever their case. */
export function keyOf(name: string): string {
  return name.toLowerCase();
}

export function isSameLogin(one: string | null, other: string | null): boolean {
  return one === null || other === null ? one === other : keyOf(one) === keyOf(other);
}

/** The login that an assignee means, null for somebody whom the forge cannot know. */
function loginIn(assignee: string | null): string | null {
  const login = assignee?.trim().replace(/^@/, '') ?? '';
  return /^[a-z\d](?:[a-z\d_-]{0,98}[a-z\d_])?(?:\[bot\])?$/i.test(login) ? login : null;
}

function issueState({ state, stateReason }: RemoteIssue): IssueState {
  if (state === 'open') return 'open';
  return stateReason === 'not_planned' || stateReason === 'duplicate' ? 'cancelled' : 'done';
}
