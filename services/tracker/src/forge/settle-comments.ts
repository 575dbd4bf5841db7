import { longestBody } from '../record/fields.ts';
import type { Ticket } from '../record/record.ts';
import type { NewComment } from './conflict-comment.ts';
import { conflictComments } from './conflict-comment.ts';
import { type Agreed, type CommentPair, digestOf } from './forge-base.ts';
import type { ForgeClient } from './forge-client.ts';
import { isInvalid } from './forge-errors.ts';
import type { Seen } from './forge-reader.ts';
import { withMarker } from './marker.ts';
import { type CommentStep, commentBody, mergeComments } from './merge-comments.ts';
import type { RemoteAuthor, RemoteComment, RemoteIssue } from './remote-issue.ts';
import type { TicketHistory } from './ticket-history.ts';

export interface CommentOutcome {
  readonly steps: readonly CommentStep[];
  readonly pairs: readonly CommentPair[];
  /** The ticket's own comments and those that tell of conflicts: to be added here as well. */
  readonly added: readonly NewComment[];
  readonly sent: boolean;
  readonly notes: readonly string[];
  readonly failures: readonly string[];
  /** Milliseconds on the forge's clock when they were listed. */
  readonly at: number;
}

export interface CommentInput {
  readonly ticket: Ticket;
  readonly agreed: Agreed;
  readonly history: TicketHistory;
  readonly issue: RemoteIssue;
  /** What the merge of the fields has to tell. */
  readonly news: readonly NewComment[];
}

/** Merges the comments, and has the issue take what it is to take. */
export async function settleComments(
  client: ForgeClient,
  input: CommentInput,
): Promise<CommentOutcome> {
  const { ticket, issue, history } = input;
  const listed = await client.listComments(issue);
  const known = new Set(ticket.comments.map(comment => comment.id));
  const fresh = input.news.filter(comment => !known.has(comment.id));
  const steps = mergeComments({
    here: [...ticket.comments, ...fresh.map(asComment)],
    there: listed.value,
    agreed: input.agreed.comments,
    wasDeleted: history.wasCommentDeleted,
    ageHere: history.commentChangedAt,
    isTrusted: await trustIn(client, listed),
  });
  const added = [...fresh];
  for (const step of steps) {
    if (!('lost' in step) || step.lost === undefined) continue;
    const winner = step.kind === 'editHere' ? 'there' : 'here';
    added.push(...conflictComments(ticket.id, { of: step.pair.here, winner, lost: step.lost }));
  }
  const sending = await send(client, input, withNews(steps, added.slice(fresh.length), known));
  return { ...sending, added: added.filter(({ id }) => !known.has(id)), at: listed.at };
}

function asComment({ id, body }: NewComment): Ticket['comments'][number] {
  return { id, body, createdAt: '', createdBy: '' };
}

function withNews(
  steps: readonly CommentStep[],
  news: readonly NewComment[],
  known: ReadonlySet<string>,
): readonly CommentStep[] {
  const fresh = news.filter(({ id }) => !known.has(id));
  return [...steps, ...fresh.map(({ id, body }) => ({ kind: 'addThere' as const, id, body }))];
}

/** Whose token it is may write markers as well, but need not belong to the repository. */
async function trustIn(
  client: ForgeClient,
  { value }: Seen<readonly RemoteComment[]>,
): Promise<(author: RemoteAuthor) => boolean> {
  const strangers = value.filter(
    ({ author, body }) => !author.trusted && body.includes('<!-- tracker:'),
  );
  const login = strangers.length === 0 ? undefined : await client.login();
  return author => author.trusted || author.login === login;
}

type Sending = Pick<CommentOutcome, 'steps' | 'pairs' | 'sent' | 'notes' | 'failures'>;

async function send(
  client: ForgeClient,
  { issue, agreed }: CommentInput,
  steps: readonly CommentStep[],
): Promise<Sending> {
  const pairs: CommentPair[] = [];
  const failures: string[] = [];
  const keepOld = (step: CommentStep): void => {
    pairs.push(...agreed.comments.filter(pair => pair.there === thereOf(step)));
  };
  let sent = false;
  for (const step of steps) {
    if (step.kind === 'agreed' || step.kind === 'addHere' || step.kind === 'editHere') {
      pairs.push(step.pair);
    } else if (step.kind !== 'deleteHere' && issue.locked) {
      keepOld(step);
    } else if (step.kind !== 'deleteHere') {
      try {
        const pair = await write(client, issue, step);
        if (pair !== undefined) pairs.push(pair);
        sent = true;
      } catch (error) {
        if (!isInvalid(error)) throw error;
        failures.push(`the forge does not take a comment: ${error.failure.said}`);
        keepOld(step);
      }
    }
  }
  const waiting = issue.locked && steps.some(({ kind }) => kind.endsWith('There'));
  const notes = waiting ? ['its comments wait: the issue is locked'] : [];
  return { steps, pairs, sent, notes, failures };
}

function thereOf(step: CommentStep): number | undefined {
  if (step.kind === 'editThere') return step.pair.there;
  return step.kind === 'deleteThere' ? step.before.there : undefined;
}

/** The pair that then holds. What was changed there in the meantime is left for the next look. */
async function write(
  client: ForgeClient,
  issue: RemoteIssue,
  step: CommentStep,
): Promise<CommentPair | undefined> {
  if (step.kind === 'addThere') {
    const { id, body } = step;
    const text = withMarker(body === '' ? '(empty)' : body, id).slice(0, longestBody);
    const comment = await client.createComment(issue, text);
    return { here: id, there: comment.id, digest: digestOf(body) };
  }
  if (step.kind === 'deleteThere') {
    const now = await client.getComment(issue, step.before.there);
    if (now !== undefined && commentBody(now) !== step.seen) return step.before;
    await client.deleteComment(issue, step.before.there);
    return undefined;
  }
  if (step.kind !== 'editThere') return undefined;
  const now = await client.getComment(issue, step.pair.there);
  if (now === undefined || commentBody(now) !== step.seen) {
    // A digest of nothing: neither side agrees with it, so that the next look compares both.
    return { ...step.pair, digest: '' };
  }
  const { body, marker, pair } = step;
  await client.editComment(
    issue,
    pair.there,
    marker === undefined ? body : withMarker(body, marker),
  );
  return pair;
}
