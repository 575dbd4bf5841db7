import { mostComments } from '../board/add-comment.ts';
import type { Origin } from '../event/event.ts';
import { isActor } from '../event/parse-event.ts';
import { faultOf, faultOfText } from '../record/check-value.ts';
import { longestBody } from '../record/fields.ts';
import { isObject } from '../record/is-object.ts';
import { isId } from '../record/record-id.ts';
import type { ImportComment } from './import-item.ts';
import type { ProblemList } from './problem-list.ts';

/** An object of the file, where it stands, and where its problems go. */
export interface At {
  readonly place: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly problems: ProblemList;
}

export function parseComments({ place, value, problems }: At): readonly ImportComment[] {
  const { comments } = value;
  if (comments === undefined) return [];
  if (!Array.isArray(comments)) {
    problems.add(`${place}.comments`, 'must be a list');
    return [];
  }
  // Two clones together may have added more than one may.
  const most = mostComments * 10;
  if (comments.length > most) {
    problems.add(`${place}.comments`, `must be at most ${most}, not ${comments.length}`);
    return [];
  }
  const seen = new Set<unknown>();
  return comments.flatMap((comment, index) => {
    const at = `${place}.comments[${index}]`;
    if (!isObject(comment)) {
      problems.add(at, 'must be an object');
      return [];
    }
    if (comment.id !== undefined && seen.has(comment.id)) {
      problems.add(`${at}.id`, 'is the id of a comment before it, too');
    }
    seen.add(comment.id);
    return parseComment({ place: at, value: comment, problems });
  });
}

const known = new Set(['id', 'body', 'createdAt', 'createdBy']);

function parseComment(at: At): readonly ImportComment[] {
  const { place, value, problems } = at;
  const { id, body } = value;
  for (const name of Object.keys(value)) {
    if (!known.has(name)) {
      problems.add(place, `has ${JSON.stringify(name.slice(0, 50))}, which is unknown`);
    }
  }
  const created = parseOrigin(at, 'created') ?? undefined;
  if (id !== undefined && !isId(id)) {
    problems.add(`${place}.id`, 'must be an id (a ULID), or left out for a new one');
    return [];
  }
  const fault = faultOfText(longestBody, body);
  if (fault !== undefined) problems.add(`${place}.body`, fault);
  return typeof body === 'string' ? [{ id, body, created }] : [];
}

/** When a deed was done and by whom: `createdAt` and `createdBy`, both or neither. */
export function parseOrigin(
  { place, value, problems }: At,
  deed: 'created' | 'updated' | 'statusChanged' | 'deleted',
): Origin | undefined {
  const { [`${deed}At`]: at, [`${deed}By`]: by } = value;
  if (at === undefined && by === undefined) return undefined;
  const before = problems.count;
  if (!isMoment(at)) {
    problems.add(`${place}.${deed}At`, 'must be a time such as 2026-11-21T09:00:00.000Z');
  }
  if (!isActor(by)) {
    problems.add(`${place}.${deed}By`, 'must be an actor: text of 1 to 200 characters');
  }
  const fits = problems.count === before && typeof at === 'string' && typeof by === 'string';
  return fits ? { at, by } : undefined;
}

/** With a year of four digits, so that times can be put in order as text. */
function isMoment(value: unknown): boolean {
  return (
    typeof value === 'string' &&
    value.length === 24 &&
    faultOf({ kind: 'instant' }, value) === undefined
  );
}
