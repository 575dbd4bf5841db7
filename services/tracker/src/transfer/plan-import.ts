import type { Cache } from '../cache/cache.ts';
import { recordById } from '../cache/find-record.ts';
import type { Deed } from '../event/event.ts';
import type { RecordType } from '../record/record-type.ts';
import { deedsOfExisting } from './deeds-of-existing.ts';
import { deedsOfNew } from './deeds-of-new.ts';
import type { ImportItem } from './import-item.ts';
import { NumberPlan } from './number-plan.ts';

/** `skipped`: it is there already. `unchanged`: there already, and as the file says. */
type ImportOutcome = 'created' | 'updated' | 'unchanged' | 'skipped';

export interface PlannedItem {
  readonly type: RecordType;
  readonly id: string;
  readonly number: number;
  /** The number that the file gives it; undefined where it gives none, or the record was there already. */
  readonly wanted: number | undefined;
  readonly outcome: ImportOutcome;
  readonly deeds: readonly Deed[];
}

/** What an import of checked items does, record by record. Nothing is done yet. */
export function planImport(
  cache: Cache,
  items: readonly ImportItem[],
  { update, newId }: { readonly update: boolean; readonly newId: () => string },
): readonly PlannedItem[] {
  const found = items.map(item => ({
    item,
    record: item.id === undefined ? undefined : recordById(cache, item.id),
  }));
  const fresh = found.filter(({ record }) => record === undefined).map(({ item }) => item);
  const numbers = new NumberPlan(cache, fresh);
  return found.map(({ item, record }) => {
    if (record === undefined) {
      const given = numbers.numbersFor(item);
      const number = given.at(-1) ?? 0;
      return {
        type: item.type,
        id: item.id ?? newId(),
        number,
        wanted: item.number,
        outcome: 'created',
        deeds: deedsOfNew(item, given, newId),
      };
    }
    const deeds = update ? deedsOfExisting(item, record, newId) : [];
    const outcome = deeds.length > 0 ? 'updated' : update ? 'unchanged' : 'skipped';
    const { type, id, number } = record;
    return { type, id, number, wanted: undefined, outcome, deeds };
  });
}
