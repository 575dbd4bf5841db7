import type { StandardSchemaV1 } from '@standard-schema/spec';
import { isPlainObject } from './plain-object.ts';
import { type Problem, pointerOf } from './problem.ts';

type Issue = StandardSchemaV1.Issue;

/** The problem that an issue tells of `value`, without the value itself. */
export function problemOf(issue: Issue, value: unknown): Problem {
  const keys = keysOf(issue);
  const pointer = pointerOf(keys);
  const at = keys.reduce(entryAt, value);
  const problem = { path: pointer, message: withoutValue(messageOf(issue), at) };
  return at === undefined ? { ...problem, absent: pointer } : problem;
}

/** The key of the whole value that an issue lies at or below; `undefined` for an issue of the whole. */
export function topKeyOf(issue: Issue): string | undefined {
  const [top] = keysOf(issue);
  return top === undefined ? undefined : String(top);
}

const keysOf = ({ path = [] }: Issue): PropertyKey[] =>
  path.map(segment => (typeof segment === 'object' ? segment.key : segment));

function entryAt(value: unknown, key: PropertyKey): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.getOwnPropertyDescriptor(value, key)?.value;
}

/** valibot ends its messages with the value that it received. */
function messageOf(issue: Issue): string {
  const { message } = issue;
  if (!('received' in issue) || typeof issue.received !== 'string') return message;
  const end = message.lastIndexOf(`eceived ${issue.received}`);
  return end < 1 ? message : message.slice(0, end - 1).replace(/(?: but|:)? $/, '');
}

/** A message that tells the value in its own way is not passed on. */
function withoutValue(message: string, value: unknown): string {
  if (isPlainObject(value) || value === undefined || value === null) return message;
  const text = String(value);
  const shown = text.length > 3 ? [text] : [`"${text}"`, `'${text}'`, `\`${text}\``];
  return shown.some(form => message.includes(form)) ? 'is not valid' : message;
}
