import type { Ticket } from '../record/record.ts';
import { shortened } from './clean-text.ts';
import { type Agreed, digestOf, nothingAgreed } from './forge-base.ts';
import type { ForgeClient } from './forge-client.ts';
import { ForgeRequestError } from './forge-errors.ts';
import { viewOfTicket } from './issue-view.ts';
import { readMarker, roomBesideMarker, withMarker } from './marker.ts';
import { mostRetries } from './patience.ts';
import type { RemoteIssue } from './remote-issue.ts';

/** An issue for a ticket, and what of the ticket it holds so far; the rest is carried over as of any linked one. */
export interface NewIssue {
  readonly issue: RemoteIssue;
  readonly agreed: Agreed;
  /** False where it was there already. */
  readonly made: boolean;
}

/**
 * Makes an issue, or finds the one that was made for the ticket before, when the tracker ended or the answer was lost
 * before the link was recorded, or when another clone made it.
 */
export async function createIssue(
  client: ForgeClient,
  ticket: Ticket,
  found: RemoteIssue | undefined,
): Promise<NewIssue> {
  let issue = found;
  for (let tries = 1; issue === undefined; tries += 1) {
    try {
      return await send(client, ticket);
    } catch (error) {
      const isLost =
        error instanceof ForgeRequestError && error.failure.kind === 'transient' && error.isWrite;
      if (!isLost || tries > mostRetries) throw error;
      await client.patience.afterFailure(tries);
      issue = (await findMarked(client, [ticket])).get(ticket.id);
    }
  }
  return { issue, agreed: nothingAgreed, made: false };
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
export function createdBefore(tickets: readonly Ticket[]): string | undefined {
  const times = tickets.map(({ createdAt }) => Date.parse(createdAt));
  if (times.length === 0) return undefined;
  return new Date(Math.max(0, Math.min(...times) - 86_400_000)).toISOString();
}

async function send(client: ForgeClient, ticket: Ticket): Promise<NewIssue> {
  const { title, body } = viewOfTicket(ticket);
  const text = body.length > roomBesideMarker ? shortened(body, roomBesideMarker) : body;
  const { value } = await client.createIssue(title, withMarker(text, ticket.id));
  return {
    issue: value,
    made: true,
    agreed: {
      ...nothingAgreed,
      title: digestOf(title),
      body: digestOf(text),
      state: 'open',
      updatedAt: value.updatedAt,
    },
  };
}
