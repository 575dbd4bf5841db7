import type { Cache } from '../cache/cache.ts';
import { nextNumber } from '../cache/find-record.ts';
import { TrackerError } from '../errors.ts';
import { mostNumber } from '../event/parse-event.ts';
import { type RecordType, recordTypes } from '../record/record-type.ts';
import type { ImportItem } from './import-item.ts';

/**
 * The numbers of new records: their own where no other record has ever had it, else the next after all others. Two
 * items of one file may have had the same former number, as when two clones gave it at once.
 */
export class NumberPlan {
  readonly #cache: Cache;
  readonly #kept = new Map<ImportItem, number>();
  readonly #next: Record<RecordType, number>;

  constructor(cache: Cache, items: readonly ImportItem[]) {
    this.#cache = cache;
    const claimed = new Set<string>();
    for (const item of items) {
      const { type, number } = item;
      if (number === undefined || claimed.has(`${type} ${number}`)) continue;
      if (!this.#isFree(type, number)) continue;
      claimed.add(`${type} ${number}`);
      this.#kept.set(item, number);
    }
    this.#next = { epic: 1, story: 1, ticket: 1 };
    for (const type of recordTypes) this.#next[type] = nextNumber(cache, type);
    for (const { type, number, formerNumbers } of items) {
      for (const used of number === undefined ? formerNumbers : [number, ...formerNumbers]) {
        this.#next[type] = Math.max(this.#next[type], used + 1);
      }
    }
  }

  /** In the order it is to be given them; the last is its own. To be asked once for each item. */
  numbersFor(item: ImportItem): readonly number[] {
    const own = this.#kept.get(item) ?? this.#draw(item);
    const former = item.formerNumbers.filter(
      number => number !== own && this.#isFree(item.type, number),
    );
    return [...new Set(former), own];
  }

  #draw({ type, place }: ImportItem): number {
    while (!this.#isFree(type, this.#next[type])) this.#next[type] += 1;
    const number = this.#next[type]++;
    if (number <= mostNumber) return number;
    throw new TrackerError('INVALID', `${place}: no number is left after ${mostNumber}`, {
      remedy: `give the ${type} a number that is free`,
    });
  }

  #isFree(type: RecordType, number: number): boolean {
    const sql = 'SELECT 1 FROM numbers WHERE type = ? AND number = ?';
    return this.#cache.one(sql, type, number) === undefined;
  }
}
