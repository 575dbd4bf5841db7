import type { Cache } from '../cache/cache.ts';
import type { ForgeIssue } from '../record/record.ts';
import { areCommentsChanged } from './changed-here.ts';
import { conflictComments } from './conflict-comment.ts';
import { nothingAgreed } from './forge-base.ts';
import type { ForgeClient } from './forge-client.ts';
import { ForgeRequestError, isGone } from './forge-errors.ts';
import type { Seen } from './forge-reader.ts';
import type { RemoteIssue } from './remote-issue.ts';
import { settleComments } from './settle-comments.ts';
import { settleDeleted } from './settle-deleted.ts';
import {
  type FieldOutcome,
  type FieldSides,
  hasNewsForIssue,
  settleFields,
} from './settle-fields.ts';
import { lookAt, type Pairing, type Settlement } from './settlement.ts';
import { readHistory } from './ticket-history.ts';

/** Carries what one side of a ticket and its issue changed to the other. Nothing is written to the board yet. */
export async function settleTicket(
  client: ForgeClient,
  cache: Cache,
  pairing: Pairing,
): Promise<Settlement> {
  const { ticket, link, agreed } = pairing;
  const sides: FieldSides = { ticket, agreed, history: readHistory(cache, ticket.id) };
  try {
    const found = pairing.listed ?? (await client.getIssue(link.number));
    if (ticket.deletedAt !== null) return await settleDeleted(client, pairing, found);
    // A list may be minutes old by now, and what was changed there meanwhile must not be overwritten.
    const isStale = pairing.listed !== undefined && hasNewsForIssue(sides, found.value);
    const issue = isStale ? await client.getIssue(link.number) : found;
    return await settle(client, pairing, sides, issue);
  } catch (error) {
    if (!isGone(error)) throw error;
    await client.repositoryName();
    await refuseHidden(client, link.number);
    return goneFrom(pairing);
  }
}

/** Where a token may not write, the forge may say that there is nothing to write to. */
async function refuseHidden(client: ForgeClient, number: number): Promise<void> {
  if (!(await client.hasIssue(number))) return;
  const said = 'its issue is there, yet takes nothing: see whether FORGE_TOKEN may write to issues';
  throw new ForgeRequestError({ kind: 'invalid', said }, false);
}

async function settle(
  client: ForgeClient,
  pairing: Pairing,
  sides: FieldSides,
  seen: Seen<RemoteIssue>,
): Promise<Settlement> {
  const { ticket, agreed, link } = pairing;
  const fields = await settleFields(client, sides, seen.value);
  const news = fields.conflicts.flatMap(({ field, winner, lost }) =>
    conflictComments(ticket.id, { of: field, winner, lost }),
  );
  const settled = {
    ticket,
    before: agreed,
    issue: linkTo(fields.issue, link),
    here: fields.here,
    notes: [...fields.notes, ...conflictNotes(fields), ...movedNotes(fields.issue, link)],
    failures: fields.failures,
  };
  if (news.length === 0 && !areCommentsDue(pairing, seen.value)) {
    return {
      ...settled,
      agreed: fields.agreed,
      comments: null,
      added: [],
      sent: fields.sent,
      seen: lookAt(fields.issue, fields.sent ? 0 : seen.at),
    };
  }
  const comments = await settleComments(client, { ...sides, issue: fields.issue, news });
  const sent = fields.sent || comments.sent;
  return {
    ...settled,
    agreed: { ...fields.agreed, comments: comments.pairs },
    comments: comments.steps,
    added: comments.added,
    sent,
    notes: [...settled.notes, ...comments.notes],
    failures: [...settled.failures, ...comments.failures],
    seen: lookAt(fields.issue, sent ? 0 : seen.at),
  };
}

function areCommentsDue({ ticket, agreed, lookedAt }: Pairing, issue: RemoteIssue): boolean {
  // While the ticket was deleted, its issue was not followed.
  if (agreed.deletedAt !== null || areCommentsChanged(ticket, agreed)) return true;
  return lookedAt !== issue.updatedAt && (issue.comments > 0 || agreed.comments.length > 0);
}

/** The link stays as it is unless the issue has moved; a repository that has only been renamed is no move. */
function linkTo(issue: RemoteIssue, link: ForgeIssue): ForgeIssue {
  if (!hasMoved(issue, link)) return link;
  return { repo: issue.repo, number: issue.number, url: issue.url };
}

function hasMoved(issue: RemoteIssue, link: ForgeIssue): boolean {
  return issue.number !== link.number;
}

function movedNotes(issue: RemoteIssue, link: ForgeIssue): string[] {
  if (!hasMoved(issue, link)) return [];
  const where = `${issue.repo}#${issue.number}`;
  return [`its issue has moved to ${where}: sync with --forge-repo=${issue.repo} to go on with it`];
}

function conflictNotes({ conflicts }: FieldOutcome): string[] {
  return conflicts.map(({ field, winner }) => {
    const [kept, lost] = winner === 'here' ? ['ticket', 'issue'] : ['issue', 'ticket'];
    return `its ${field} was changed on both sides: the ${kept}'s stays, the ${lost}'s is kept as a comment`;
  });
}

function goneFrom({ ticket, agreed, link }: Pairing): Settlement {
  return {
    ticket,
    before: agreed,
    issue: null,
    agreed: { ...nothingAgreed, gone: true },
    here: { addLabels: [], removeLabels: [] },
    comments: null,
    added: [],
    sent: false,
    notes: [`issue ${link.number} is gone: the ticket stays, and is linked to it no more`],
    failures: [],
    seen: null,
  };
}
