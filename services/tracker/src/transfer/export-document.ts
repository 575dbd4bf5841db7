import { type Cache, numberOf, textOf } from '../cache/cache.ts';
import { parseRecord } from '../cache/parse-record.ts';
import { printableJson } from '../command/printable.ts';
import type { ForgeBase } from '../event/event.ts';
import type { TrackerRecord } from '../record/record.ts';
import { recordTypes } from '../record/record-type.ts';
import {
  type ExportDocument,
  type ExportItem,
  exportFormat,
  exportVersion,
} from './export-item.ts';
import { referencesOf } from './references.ts';

/**
 * All records, in an order that depends on nothing but them. Deleted ones are among them if asked for, and where
 * others refer to them, so that an export is always whole.
 */
export function exportDocument(
  cache: Cache,
  { deleted }: { readonly deleted: boolean },
): ExportDocument {
  const records = new Map<string, TrackerRecord>();
  const bases = new Map<string, ForgeBase>();
  for (const { doc, forgeBase } of cache.all('SELECT doc, forgeBase FROM records')) {
    const record = parseRecord(textOf(doc));
    records.set(record.id, record);
    if (typeof forgeBase === 'string') bases.set(record.id, parseBase(forgeBase));
  }
  const numbers = numbersOf(cache);
  const items = chosen(records, deleted)
    .sort(inOrder)
    .map(record => itemOf(record, numbers.get(record.id) ?? [], bases.get(record.id) ?? null));
  return { format: exportFormat, version: exportVersion, items };
}

/**
 * One item a line, so that two exports can be compared line by line. No line feed at the end, and nothing in it that
 * a terminal would obey.
 */
export function serialiseExport({ format, version, items }: ExportDocument): string {
  const head = `{"format":${JSON.stringify(format)},"version":${version},"items":[`;
  return [head, items.map(item => printableJson(JSON.stringify(item))).join(',\n'), ']}'].join(
    '\n',
  );
}

function numbersOf(cache: Cache): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, number[]>();
  for (const { record, number } of cache.all(
    'SELECT record, number FROM numbers ORDER BY number',
  )) {
    const id = textOf(record);
    const known = numbers.get(id);
    if (known === undefined) numbers.set(id, [numberOf(number)]);
    else known.push(numberOf(number));
  }
  return numbers;
}

function chosen(records: ReadonlyMap<string, TrackerRecord>, deleted: boolean): TrackerRecord[] {
  const taken = new Set([...records.values()].filter(({ deletedAt }) => deleted || !deletedAt));
  // What joins the set while it is gone through is gone through, too.
  for (const record of taken) {
    for (const { id } of referencesOf(record.type, { ...record })) {
      const target = records.get(id);
      if (target !== undefined) taken.add(target);
    }
  }
  return [...taken];
}

function inOrder(one: TrackerRecord, other: TrackerRecord): number {
  const byType = recordTypes.indexOf(one.type) - recordTypes.indexOf(other.type);
  return byType || one.number - other.number || (one.id < other.id ? -1 : 1);
}

function itemOf(
  record: TrackerRecord,
  numbers: readonly number[],
  forgeBase: ForgeBase | null,
): ExportItem {
  const formerNumbers = numbers.filter(number => number !== record.number);
  return record.type === 'ticket'
    ? { ...record, formerNumbers, forgeBase }
    : { ...record, formerNumbers };
}

function parseBase(text: string): ForgeBase {
  const value: unknown = JSON.parse(text);
  return isBase(value) ? value : {};
}

function isBase(value: unknown): value is ForgeBase {
  return typeof value === 'object' && value !== null;
}
