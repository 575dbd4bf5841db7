import { createRecord } from '../board/create-record.ts';
import type { Transaction } from '../board/transaction.ts';
import { recordById } from '../cache/find-record.ts';
import { TrackerError } from '../errors.ts';
import type { Ticket } from '../record/record.ts';
import { authorName } from './clean-text.ts';
import { type Agreed, digestOf, nothingAgreed, writeAgreed } from './forge-base.ts';
import type { ForgeReader } from './forge-reader.ts';
import { type IssueView, viewOfIssue } from './issue-view.ts';
import { readMarker } from './marker.ts';
import { type CommentStep, mergeComments } from './merge-comments.ts';
import type { RemoteIssue } from './remote-issue.ts';

/** An issue that has no ticket yet, as its ticket takes it. */
export interface Arrival {
  readonly issue: RemoteIssue;
  readonly view: IssueView;
  readonly comments: readonly CommentStep[];
  /** The id of the ticket that it was made for, if it was. */
  readonly owner: string | undefined;
}

/** Asks for what of the issue no list tells. */
export async function readArrival(
  client: ForgeReader,
  issue: RemoteIssue,
  owner: string | undefined,
): Promise<Arrival> {
  const listed = issue.comments === 0 ? [] : (await client.listComments(issue)).value;
  const login = listed.some(({ body }) => readMarker(body).id !== undefined)
    ? await client.login()
    : undefined;
  const comments = mergeComments({
    here: [],
    there: listed,
    agreed: [],
    wasDeleted: () => false,
    ageHere: () => 0,
    isTrusted: author => author.trusted || author.login === login,
  });
  return { issue, view: viewOfIssue(issue, nothingAgreed), comments, owner };
}

/** Makes the ticket of an issue, or links the one that the issue was made for. `repo`: the name it was asked under. */
export function takeArrival(
  transaction: Transaction,
  repo: string,
  { issue, view, comments, owner }: Arrival,
): { readonly ticket: Ticket; readonly isNew: boolean } {
  const marked = owner === undefined ? undefined : recordById(transaction.cache, owner);
  const before = transaction.events.length;
  const { title, body, state, labels, assignee } = view;
  const ticket =
    marked ??
    createRecord(transaction, {
      type: 'ticket',
      key: `forge:${repo.toLowerCase()}#${issue.number}`,
      values: {
        title,
        body,
        labels: labels.slice(0, 100),
        assignee,
        ...(state !== 'open' && { status: state }),
      },
      origin: { at: issue.createdAt, by: authorName(issue.author.login) },
    });
  if (ticket.type !== 'ticket') throw new TrackerError('INTERNAL', 'an issue became no ticket');
  const isNew = transaction.events.length > before;
  if (ticket.deletedAt !== null || ticket.forgeIssue !== null) return { ticket, isNew };
  const base = isNew
    ? agreedOn(transaction, ticket.id, { issue, view, comments, owner })
    : nothingAgreed;
  const { number, url } = issue;
  const linked = transaction.add('ticket', ticket.id, {
    op: 'link-forge',
    issue: { repo, number, url },
    base: writeAgreed(base),
  });
  return { ticket: linked.type === 'ticket' ? linked : ticket, isNew };
}

function agreedOn(
  transaction: Transaction,
  ticket: string,
  { issue, view, comments }: Arrival,
): Agreed {
  const pairs: Agreed['comments'][number][] = [];
  for (const step of comments) {
    if (step.kind !== 'addHere') continue;
    const { body, at, by, pair } = step;
    transaction.add('ticket', ticket, {
      op: 'comment',
      comment: pair.here,
      body,
      origin: { at, by },
    });
    pairs.push(pair);
  }
  return {
    ...nothingAgreed,
    title: digestOf(view.title),
    body: digestOf(view.body),
    state: view.state,
    labels: view.labels.toSorted(),
    assignee: view.assignee,
    comments: pairs,
    updatedAt: issue.updatedAt,
  };
}
