import { checkNewValues } from '../board/check-values.ts';
import type { Deed, FieldValues, Origin, SetMembers } from '../event/event.ts';
import type { FieldTable } from '../record/field.ts';
import { fieldsOf } from '../record/fields.ts';
import type { ImportComment, ImportItem } from './import-item.ts';

/**
 * The deeds that make a record as the file has it, its times and actors included. Of what led to its present status
 * an export tells only when that was, so where it was not its first, another stands in for those before.
 */
export function deedsOfNew(
  item: ImportItem,
  numbers: readonly number[],
  newId: () => string,
): readonly Deed[] {
  const [number = 0, ...later] = numbers;
  const { created, values, forgeIssue, forgeBase, comments } = item;
  const status = values.status ?? 'backlog';
  const changed = isSameOrigin(item.statusChanged, created) ? undefined : item.statusChanged;
  const first = changed === undefined ? status : status === 'backlog' ? 'todo' : 'backlog';
  const { within, beyond } = dividedSets(item);
  const linked = forgeIssue !== null || forgeBase !== null;
  return [
    {
      op: 'create',
      number,
      set: checkNewValues(item.type, { ...within, status: first }),
      ...(created && { origin: created }),
    },
    ...later.map(next => ({ op: 'renumber', number: next }) as const),
    ...(beyond === undefined ? [] : [{ op: 'edit', add: beyond } as const]),
    ...(changed === undefined ? [] : [{ op: 'edit', set: { status }, origin: changed } as const]),
    ...comments.map(comment => deedOfComment(comment, newId)),
    ...(linked ? [{ op: 'link-forge', issue: forgeIssue, base: forgeBase } as const] : []),
    ...(item.deleted ? [{ op: 'delete', origin: item.deleted } as const] : []),
    ...lastChange(item, changed, comments.length > 0 || beyond !== undefined),
  ];
}

export function deedOfComment(
  { id, body, created }: ImportComment,
  newId: () => string,
): Deed & { readonly op: 'comment' } {
  return {
    op: 'comment',
    comment: id ?? newId(),
    body,
    ...(created && { origin: created }),
  };
}

/** Two clones together may have filled a set beyond what anyone may give it at once: the rest joins it afterwards. */
function dividedSets({ type, values }: ImportItem): {
  readonly within: FieldValues;
  readonly beyond: SetMembers | undefined;
} {
  const table: FieldTable = fieldsOf[type];
  const beyond: Record<string, readonly string[]> = {};
  const within = Object.entries(values).map(([name, value]) => {
    const shape = table[name]?.shape;
    if (shape?.kind !== 'set' || !Array.isArray(value) || value.length <= shape.most) {
      return [name, value] as const;
    }
    beyond[name] = value.slice(shape.most);
    return [name, value.slice(0, shape.most)] as const;
  });
  return {
    within: Object.fromEntries(within),
    beyond: Object.keys(beyond).length === 0 ? undefined : beyond,
  };
}

/** An edit that changes nothing tells when the record was last changed, unless the last of the other deeds does. */
function lastChange(
  { updated, created, deleted }: ImportItem,
  changed: Origin | undefined,
  changedNow: boolean,
): readonly Deed[] {
  if (updated === undefined) return [];
  const last = deleted ?? (changedNow ? undefined : (changed ?? created));
  return isSameOrigin(updated, last) ? [] : [{ op: 'edit', origin: updated }];
}

function isSameOrigin(one: Origin | undefined, other: Origin | undefined): boolean {
  if (one === undefined) return true;
  return one.at === other?.at && one.by === other.by;
}
