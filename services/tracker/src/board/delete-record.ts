import { TrackerError } from '../errors.ts';
import type { TrackerRecord } from '../record/record.ts';
import { descendantsOf } from './children.ts';
import type { Transaction } from './transaction.ts';
import { refuseDeleted } from './update-record.ts';

export interface Deletion {
  readonly record: TrackerRecord;
  /** What belonged to it and was deleted with it. */
  readonly descendants: readonly TrackerRecord[];
}

/**
 * Deletes a record; its history stays. Throws HAS_CHILDREN, naming them, if others belong to it, unless `cascade`
 * says that they go too.
 */
export function deleteRecord(
  transaction: Transaction,
  record: TrackerRecord,
  { cascade }: { readonly cascade: boolean },
): Deletion {
  refuseDeleted(record);
  const descendants = descendantsOf(transaction.cache, record);
  if (descendants.length > 0 && !cascade) throw hasChildren(record, descendants);
  const gone = descendants.map(({ type, id }) => transaction.add(type, id, { op: 'delete' }));
  return {
    record: transaction.add(record.type, record.id, { op: 'delete' }),
    descendants: gone,
  };
}

/** As many as people can take in are named. */
const mostNamed = 20;

function hasChildren(
  { type, number }: TrackerRecord,
  descendants: readonly TrackerRecord[],
): TrackerError {
  const named = descendants
    .slice(0, mostNamed)
    .map(child => `${child.type} ${child.number} (${child.id}): ${child.title}`);
  const rest = descendants.length - named.length;
  const what = descendants.length === 1 ? 'another record belongs' : 'other records belong';
  return new TrackerError('HAS_CHILDREN', `${descendants.length} ${what} to ${type} ${number}`, {
    remedy: 'move them elsewhere, or delete them with it: --cascade',
    problems: rest > 0 ? [...named, `and ${rest} more`] : named,
  });
}
