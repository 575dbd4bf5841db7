import { type Cache, textOf } from '../cache/cache.ts';
import { isRecordType, type RecordType } from '../record/record-type.ts';
import type { ImportItem } from './import-item.ts';
import type { ProblemList } from './problem-list.ts';
import { referencesOf } from './references.ts';

/** Looks for what is wrong with items together, and beside the records that are there already. */
export function checkImport(
  cache: Cache,
  items: readonly ImportItem[],
  update: boolean,
  problems: ProblemList,
): void {
  const given = new Map<string, ImportItem>();
  for (const item of items) {
    const { id, place } = item;
    if (id === undefined) continue;
    const other = given.get(id);
    if (other === undefined) given.set(id, item);
    else problems.add(`${place}.id`, `is that of ${other.place}, too`);
    const there = typeOf(cache, id);
    if (there !== undefined && there !== item.type) {
      problems.add(`${place}.id`, `is that of ${withArticle(there)} on the board`);
    }
  }
  for (const item of items) checkReferences(cache, item, given, problems);
  checkCycles(cache, items, given, update, problems);
}

/** A reference to a deleted record is taken: it was so where the file comes from. */
function checkReferences(
  cache: Cache,
  { place, type, values }: ImportItem,
  given: ReadonlyMap<string, ImportItem>,
  problems: ProblemList,
): void {
  for (const { field, to, id } of referencesOf(type, values)) {
    const found = given.get(id)?.type ?? typeOf(cache, id);
    if (found === to) continue;
    const what = found === undefined ? 'nothing in the file or on the board' : withArticle(found);
    problems.add(`${place}.${field}`, `must be of ${withArticle(to)}, and ${id} is ${what}`);
  }
}

function withArticle(type: RecordType): string {
  return `${type === 'epic' ? 'an' : 'a'} ${type}`;
}

function typeOf(cache: Cache, id: string): RecordType | undefined {
  const type = textOf(cache.one('SELECT type FROM records WHERE id = ?', id)?.type);
  return isRecordType(type) ? type : undefined;
}

/** Goes through what tickets wait for, deeper and deeper, without a stack of calls that could overflow. */
function checkCycles(
  cache: Cache,
  items: readonly ImportItem[],
  given: ReadonlyMap<string, ImportItem>,
  update: boolean,
  problems: ProblemList,
): void {
  const next = (id: string): readonly string[] => dependenciesOf(cache, given.get(id), id, update);
  const done = new Set<string>();
  for (const { id: start } of items) {
    if (start === undefined || done.has(start)) continue;
    const path = new Set([start]);
    const waiting = [{ id: start, to: [...next(start)] }];
    for (let top = waiting.at(-1); top !== undefined; top = waiting.at(-1)) {
      const to = top.to.pop();
      if (to === undefined) {
        waiting.pop();
        path.delete(top.id);
        done.add(top.id);
      } else if (path.has(to)) {
        const place = given.get(top.id)?.place ?? given.get(to)?.place ?? top.id;
        problems.add(`${place}.dependsOn`, `leads back to it by ${to}: it would wait for itself`);
      } else if (!done.has(to)) {
        path.add(to);
        waiting.push({ id: to, to: [...next(to)] });
      }
    }
  }
}

/** As they will be after the import. */
function dependenciesOf(
  cache: Cache,
  item: ImportItem | undefined,
  id: string,
  update: boolean,
): readonly string[] {
  const dependsOn = item?.values.dependsOn;
  const known = "SELECT member FROM members WHERE record = ? AND field = 'dependsOn'";
  if (item !== undefined && (!isOnBoard(cache, id) || (update && dependsOn !== undefined))) {
    return Array.isArray(dependsOn) ? dependsOn : [];
  }
  return cache.all(known, id).map(row => textOf(row.member));
}

function isOnBoard(cache: Cache, id: string): boolean {
  return cache.one('SELECT 1 FROM records WHERE id = ?', id) !== undefined;
}
