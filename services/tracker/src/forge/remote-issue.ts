import { isObject } from '../record/is-object.ts';
/** An issue as the forge told it: checked for form, its texts not yet cleaned. */
export interface RemoteIssue {
  readonly number: number;
  /** `owner/name` of the repository it is in now. */
  readonly repo: string;
  readonly url: string;
  readonly title: string;
  readonly body: string;
  readonly state: 'open' | 'closed';
  readonly stateReason: string | null;
  readonly labels: readonly string[];
  readonly assignees: readonly string[];
  readonly comments: number;
  readonly locked: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly closedAt: string | null;
  readonly author: RemoteAuthor;
  readonly isPullRequest: boolean;
}

export interface RemoteComment {
  readonly id: number;
  readonly body: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly author: RemoteAuthor;
}

export interface RemoteAuthor {
  readonly login: string;
  /** Whether the forge says that they belong to the repository, or are an app that was let into it. */
  readonly trusted: boolean;
}

type Loose = Readonly<Record<string, unknown>>;

/** Undefined for what is no issue. */
export function parseIssue(value: unknown): RemoteIssue | undefined {
  if (!isObject(value)) return undefined;
  const { number, title, state } = value;
  const createdAt = instant(value.created_at);
  const updatedAt = instant(value.updated_at);
  if (!isCount(number) || typeof title !== 'string') return undefined;
  if ((state !== 'open' && state !== 'closed') || !createdAt || !updatedAt) return undefined;
  return {
    number,
    repo: repoIn(value.repository_url),
    url: webAddress(value.html_url),
    title,
    body: text(value.body),
    state,
    stateReason: typeof value.state_reason === 'string' ? value.state_reason : null,
    labels: list(value.labels).flatMap(labelName),
    assignees: list(value.assignees).flatMap(user => (isObject(user) ? [text(user.login)] : [])),
    comments: isCount(value.comments) ? value.comments : 0,
    locked: value.locked === true,
    createdAt,
    updatedAt,
    closedAt: instant(value.closed_at) ?? null,
    author: authorOf(value),
    isPullRequest: isObject(value.pull_request),
  };
}

/** Undefined for what is no comment. */
export function parseComment(value: unknown): RemoteComment | undefined {
  if (!isObject(value) || !isCount(value.id)) return undefined;
  const createdAt = instant(value.created_at);
  const updatedAt = instant(value.updated_at);
  if (!createdAt || !updatedAt) return undefined;
  const { id } = value;
  return { id, body: text(value.body), createdAt, updatedAt, author: authorOf(value) };
}

/** A login, or undefined for what is no user. */
export function parseLogin(value: unknown): string | undefined {
  return isObject(value) && typeof value.login === 'string' ? value.login : undefined;
}

const members: readonly unknown[] = ['OWNER', 'MEMBER', 'COLLABORATOR'];

function authorOf(value: Loose): RemoteAuthor {
  const user = isObject(value.user) ? value.user : {};
  const login = typeof user.login === 'string' && user.login !== '' ? user.login : 'ghost';
  return { login, trusted: members.includes(value.author_association) || user.type === 'Bot' };
}

function labelName(label: unknown): string[] {
  if (typeof label === 'string') return [label];
  return isObject(label) && typeof label.name === 'string' ? [label.name] : [];
}

function repoIn(value: unknown): string {
  return /\/repos\/([^/?#]+\/[^/?#]+)$/.exec(text(value))?.[1] ?? '';
}

function webAddress(value: unknown): string {
  const address = text(value);
  return isWebAddress(address) ? address : '';
}

/** Whether people may be led to it: no other scheme than HTTP's, of which some run what they hold. */
export function isWebAddress(address: string): boolean {
  return /^https?:\/\/[\x21-\x7e]{1,2000}$/.test(address);
}

/** ISO 8601 to the millisecond. */
function instant(value: unknown): string | undefined {
  const time = typeof value === 'string' && value.length <= 40 ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}
