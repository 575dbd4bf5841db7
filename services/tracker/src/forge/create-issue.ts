import type { Ticket } from '../record/record.ts';
import { shortened } from './clean-text.ts';
import { type Agreed, nothingAgreed } from './forge-base.ts';
import type { ForgeClient } from './forge-client.ts';
import { ForgeRequestError } from './forge-errors.ts';
import { viewOfTicket } from './issue-view.ts';
import { readMarker, roomBesideMarker, withMarker } from './marker.ts';
import { mostRetries } from './patience.ts';
import type { RemoteIssue } from './remote-issue.ts';

/** What the issue of a ticket says when it is made; the rest is carried over as of any linked one. */
export interface FirstTexts {
  readonly title: string;
  readonly body: string;
}

/** The body is cut where it leaves no room for the marker: the rest follows once the link is recorded. */
export function firstTexts(ticket: Ticket): FirstTexts {
  const { title, body } = viewOfTicket(ticket);
  return { title, body: body.length > roomBesideMarker ? shortened(body, roomBesideMarker) : body };
}

/** What ticket and issue agree on when it has just been made of these texts, told by their digests. */
export function firstAgreement({ title, body }: FirstTexts): Agreed {
  return { ...nothingAgreed, title, body, state: 'open' };
}

/** Makes an issue. Where the answer is lost, it is looked for before another is made. */
export async function createIssue(
  client: ForgeClient,
  ticket: Ticket,
  { title, body }: FirstTexts,
): Promise<RemoteIssue> {
  for (let tries = 1; ; tries += 1) {
    try {
      return (await client.createIssue(title, withMarker(body, ticket.id))).value;
    } catch (error) {
      const isLost =
        error instanceof ForgeRequestError && error.failure.kind === 'transient' && error.isWrite;
      if (!isLost || tries > mostRetries) throw error;
      await client.transport.patience.afterFailure(tries);
      const found = (await findMarked(client, [ticket])).get(ticket.id);
      if (found !== undefined) return found;
    }
  }
}

/** The issues that bear the markers of tickets, by id of the ticket, of all that can have been made for them. */
export async function findMarked(
  client: ForgeClient,
  tickets: readonly Ticket[],
): Promise<ReadonlyMap<string, RemoteIssue>> {
  const since = createdBefore(tickets);
  const list = since === undefined ? undefined : await client.listIssues({ state: 'all', since });
  return await markedAmong(client, list?.issues ?? [], new Set(tickets.map(({ id }) => id)));
}

/** Whoever may write an issue may write a marker: only those who belong to the repository are believed. */
export async function markedAmong(
  client: ForgeClient,
  issues: readonly RemoteIssue[],
  ids: ReadonlySet<string>,
): Promise<ReadonlyMap<string, RemoteIssue>> {
  const marked = new Map<string, RemoteIssue>();
  for (const issue of issues.toSorted((one, other) => one.number - other.number)) {
    const { id } = readMarker(issue.body);
    if (id === undefined || !ids.has(id) || marked.has(id) || issue.isPullRequest) continue;
    const { trusted, login } = issue.author;
    if (trusted || login === (await client.login())) marked.set(id, issue);
  }
  return marked;
}

/** An instant before which nothing was made for any of the tickets; clocks may differ by a day. */
function createdBefore(tickets: readonly Ticket[]): string | undefined {
  const times = tickets.map(({ createdAt }) => Date.parse(createdAt));
  if (times.length === 0) return undefined;
  return new Date(Math.max(0, Math.min(...times) - 86_400_000)).toISOString();
}
