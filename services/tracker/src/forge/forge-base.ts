import { createHash } from 'node:crypto';
import type { ForgeBase } from '../event/event.ts';
import type { Status } from '../record/fields.ts';
import { isObject } from '../record/is-object.ts';

/** How a status looks on the forge: open, or closed for one of two reasons. */
export type IssueState = 'open' | 'done' | 'cancelled';

/** One comment on both sides, and what it said when they last agreed (a digest). */
export interface CommentPair {
  readonly here: string;
  readonly there: number;
  readonly digest: string;
}

/** What ticket and issue last agreed on. Texts are kept as digests: comparing is all they are for. */
export interface Agreed {
  readonly title: string | null;
  readonly body: string | null;
  readonly state: IssueState | null;
  readonly labels: readonly string[];
  readonly assignee: string | null;
  readonly comments: readonly CommentPair[];
  /** What the forge would not take, so that it is not asked again until the ticket changes. */
  readonly refused: { readonly labels: readonly string[]; readonly assignee: string | null };
  /** When the issue had last been changed, as the forge told it then. */
  readonly updatedAt: string | null;
  /** The deletion of the ticket that the issue was told of. */
  readonly deletedAt: string | null;
  /** Whether the link was given up because the issue is gone: such a ticket is given no new one. */
  readonly gone: boolean;
}

export const nothingAgreed: Agreed = {
  title: null,
  body: null,
  state: null,
  labels: [],
  assignee: null,
  comments: [],
  refused: { labels: [], assignee: null },
  updatedAt: null,
  deletedAt: null,
  gone: false,
};

/** A base as any version of the tracker may have written it: what is missing was not agreed. */
export function readAgreed(base: unknown): Agreed {
  if (!isObject(base)) return nothingAgreed;
  const refused = isObject(base.refused) ? base.refused : {};
  return {
    title: textOrNull(base.title),
    body: textOrNull(base.body),
    state: isIssueState(base.state) ? base.state : null,
    labels: texts(base.labels),
    assignee: textOrNull(base.assignee),
    comments: Array.isArray(base.comments) ? base.comments.filter(isPair) : [],
    refused: { labels: texts(refused.labels), assignee: textOrNull(refused.assignee) },
    updatedAt: textOrNull(base.updatedAt),
    deletedAt: textOrNull(base.deletedAt),
    gone: base.gone === true,
  };
}

export function writeAgreed(agreed: Agreed): ForgeBase {
  return { ...agreed };
}

/** Whether two say the same of the fields: when the issue was last changed is no agreement. */
export function isSameAgreement(one: Agreed, other: Agreed): boolean {
  const plain = (agreed: Agreed): string => JSON.stringify({ ...agreed, updatedAt: null });
  return plain(one) === plain(other);
}

export function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 27);
}

export function stateOf(status: Status): IssueState {
  return status === 'done' || status === 'cancelled' ? status : 'open';
}

function isIssueState(value: unknown): value is IssueState {
  return value === 'open' || value === 'done' || value === 'cancelled';
}

function isPair(value: unknown): value is CommentPair {
  return (
    isObject(value) &&
    typeof value.here === 'string' &&
    Number.isSafeInteger(value.there) &&
    typeof value.digest === 'string'
  );
}

function textOrNull(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter(member => typeof member === 'string') : [];
}
