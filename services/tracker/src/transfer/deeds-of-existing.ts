import { isSame } from '../board/check-values.ts';
import type { Deed, FieldValues, SetMembers } from '../event/event.ts';
import type { TrackerRecord } from '../record/record.ts';
import { deedOfComment } from './deeds-of-new.ts';
import type { ImportItem } from './import-item.ts';

/**
 * The deeds that bring a record to what the file says of it, field by field; what the file does not say stays. Comments
 * join it or get another text, none is taken away. Numbers stay: others have written them down.
 */
export function deedsOfExisting(
  item: ImportItem,
  record: TrackerRecord,
  newId: () => string,
): readonly Deed[] {
  const { deleted, forgeIssue, forgeBase } = item;
  const unlinked = record.type === 'ticket' && record.forgeIssue === null;
  return [
    ...(deleted === null && record.deletedAt !== null ? [{ op: 'restore' } as const] : []),
    ...edits(item, record),
    ...comments(item, record, newId),
    ...(unlinked && forgeIssue !== null
      ? [{ op: 'link-forge', issue: forgeIssue, base: forgeBase } as const]
      : []),
    ...(deleted && record.deletedAt === null ? [{ op: 'delete', origin: deleted } as const] : []),
  ];
}

/** Sets by the members that come and go, so that what others do to them at the same time is kept. */
function edits({ values }: ImportItem, record: TrackerRecord): readonly Deed[] {
  const current = new Map<string, unknown>(Object.entries(record));
  const set: Record<string, FieldValues[string]> = {};
  const add: Record<string, SetMembers[string]> = {};
  const remove: Record<string, SetMembers[string]> = {};
  for (const [name, value] of Object.entries(values)) {
    const known = current.get(name);
    if (isList(value) && isList(known)) {
      const come = value.filter(member => !known.includes(member));
      const gone = known.filter(member => !value.includes(member));
      if (come.length > 0) add[name] = come;
      if (gone.length > 0) remove[name] = gone;
    } else if (isField(known) && !isSame(value, known)) set[name] = value;
  }
  const edit = {
    ...(Object.keys(set).length > 0 && { set }),
    ...(Object.keys(add).length > 0 && { add }),
    ...(Object.keys(remove).length > 0 && { remove }),
  };
  return Object.keys(edit).length === 0 ? [] : [{ op: 'edit', ...edit }];
}

function isList(value: unknown): value is readonly string[] {
  return Array.isArray(value);
}

function isField(value: unknown): value is FieldValues[string] {
  return value !== undefined;
}

function comments(item: ImportItem, record: TrackerRecord, newId: () => string): readonly Deed[] {
  if (record.type !== 'ticket') return [];
  const known = new Map(record.comments.map(({ id, body }) => [id, body]));
  return item.comments.flatMap((comment): readonly Deed[] => {
    const body = comment.id === undefined ? undefined : known.get(comment.id);
    if (comment.id === undefined || body === undefined) return [deedOfComment(comment, newId)];
    if (body === comment.body) return [];
    return [{ op: 'edit-comment', comment: comment.id, body: comment.body }];
  });
}
