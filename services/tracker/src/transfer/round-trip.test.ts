import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecord } from '../board/create-record.ts';
import { Transaction } from '../board/transaction.ts';
import { Cache } from '../cache/cache.ts';
import { recordById } from '../cache/find-record.ts';
import { tables } from '../cache/tables.ts';
import { statuses } from '../record/fields.ts';
import type { RecordType } from '../record/record-type.ts';
import { exportDocument, serialiseExport } from './export-document.ts';
import { importRecords } from './import-records.ts';
import { parseImport } from './parse-import.ts';

/** What can happen on a board; `record` picks one of those that are there. */
type Deed =
  | { readonly kind: 'create'; readonly type: RecordType; readonly title: string }
  | { readonly kind: 'status'; readonly record: number; readonly status: (typeof statuses)[number] }
  | { readonly kind: 'labels'; readonly record: number; readonly labels: readonly string[] }
  | { readonly kind: 'depend'; readonly record: number; readonly on: number }
  | { readonly kind: 'comment'; readonly record: number; readonly body: string }
  | { readonly kind: 'renumber'; readonly record: number; readonly number: number }
  | { readonly kind: 'link'; readonly record: number; readonly number: number }
  | { readonly kind: 'delete' | 'restore'; readonly record: number };

const record = fc.nat(20);
const line = fc
  .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
  .filter(text => text.trim() !== '' && !/[\p{Cc}\u2028\u2029]/u.test(text));
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('create'), type: types(), title: line }) },
  fc.record({ kind: fc.constant('status'), record, status: fc.constantFrom(...statuses) }),
  fc.record({
    kind: fc.constant('labels'),
    record,
    labels: fc.uniqueArray(line, { maxLength: 3 }),
  }),
  fc.record({ kind: fc.constant('depend'), record, on: record }),
  fc.record({ kind: fc.constant('comment'), record, body: fc.string({ unit: 'binary' }) }),
  fc.record({ kind: fc.constant('renumber'), record, number: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constant('link'), record, number: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ kind: fc.constantFrom('delete', 'restore'), record }),
);

function types(): fc.Arbitrary<RecordType> {
  return fc.constantFrom('epic', 'story', 'ticket', 'ticket');
}

test('what is exported and imported elsewhere is exported there to the same byte', () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 40 }), deeds => {
      const cache = emptyCache();
      for (const [index, each] of deeds.entries()) perform(cache, each, index);
      const text = exported(cache, true);
      const other = emptyCache();
      importRecords(transaction(other, 5_000), parseImport(text), { update: false });
      expect(exported(other, true)).toBe(text);
    }),
    { numRuns: 150 },
  );
});

test('importing a file again changes nothing, with or without --update', () => {
  fc.assert(
    fc.property(fc.array(deed, { maxLength: 30 }), fc.boolean(), (deeds, update) => {
      const cache = emptyCache();
      for (const [index, each] of deeds.entries()) perform(cache, each, index);
      const text = exported(cache, false);
      const again = transaction(cache, 5_000);
      importRecords(again, parseImport(text), { update });
      expect(again.events).toEqual([]);
      expect(exported(cache, false)).toBe(text);
    }),
    { numRuns: 50 },
  );
});

test('an update brings a board to what another has become', () => {
  fc.assert(
    fc.property(
      fc.array(deed, { maxLength: 20 }),
      fc.array(deed, { maxLength: 20 }),
      (now, then) => {
        const cache = emptyCache();
        for (const [index, each] of now.entries()) perform(cache, each, index);
        const other = emptyCache();
        const options = { update: true };
        importRecords(transaction(other, 500), parseImport(exported(cache, true)), options);
        for (const [index, each] of then.entries()) perform(cache, each, 1_000 + index);
        const text = exported(cache, true);
        importRecords(transaction(other, 5_000), parseImport(text), options);
        expect(contents(exported(other, true))).toEqual(contents(text));
      },
    ),
    { numRuns: 50 },
  );
});

/** Whatever an update restores: not the times, the numbers and the issues of records that had theirs. */
function contents(text: string): unknown {
  return parseImport(text)
    .items.map(({ id, values, comments, deleted }) => {
      const { labels, dependsOn, ...others } = values;
      const sets = [labels, dependsOn].map(set => [set].flat().sort());
      const bodies = comments.map(comment => comment.body);
      return { id, others, sets, bodies, deleted: deleted !== null };
    })
    .sort((one, other) => ((one.id ?? '') < (other.id ?? '') ? -1 : 1));
}

function exported(cache: Cache, deleted: boolean): string {
  return serialiseExport(exportDocument(cache, { deleted }));
}

function emptyCache(): Cache {
  const database = new DatabaseSync(':memory:');
  database.exec(tables);
  return new Cache(database);
}

let drawn = 0;

/** Ids are told apart by a count: nothing here depends on chance. */
function transaction(cache: Cache, minute: number): Transaction {
  const random = (bytes: number): Uint8Array => {
    const drawing = new Uint8Array(bytes);
    new DataView(drawing.buffer).setUint32(bytes - 4, drawn++);
    return drawing;
  };
  const now = Date.UTC(2026, 0, 1) + minute * 60_000;
  return new Transaction(cache, `Actor ${minute % 3}`, { now, random });
}

function perform(cache: Cache, deed: Deed, minute: number): void {
  const plan = transaction(cache, minute);
  if (deed.kind === 'create') {
    create(plan, deed.type, deed.title);
    return;
  }
  const found = recordAt(cache, deed.record);
  if (found === undefined) return;
  const { type, id } = found;
  if (deed.kind === 'status') plan.add(type, id, { op: 'edit', set: { status: deed.status } });
  if (deed.kind === 'renumber')
    plan.add(type, id, { op: 'renumber', number: nextFree(plan, type, deed.number) });
  if (deed.kind === 'delete' || deed.kind === 'restore') plan.add(type, id, { op: deed.kind });
  if (type !== 'ticket') return;
  if (deed.kind === 'labels') plan.add(type, id, { op: 'edit', set: { labels: deed.labels } });
  if (deed.kind === 'comment') {
    plan.add(type, id, {
      op: 'comment',
      comment: plan.newId(),
      body: deed.body.replaceAll('\0', ''),
    });
  }
  if (deed.kind === 'link') {
    const issue = { repo: 'o/r', number: deed.number, url: 'https://forge.example/1' };
    plan.add(type, id, { op: 'link-forge', issue, base: { title: `${deed.number}` } });
  }
  if (deed.kind === 'depend') {
    const on = recordAt(cache, deed.on);
    // Only on older ones, so that there is no cycle.
    if (on?.type === 'ticket' && on.id < id) {
      plan.add(type, id, { op: 'edit', set: { dependsOn: [on.id] } });
    }
  }
}

function create(plan: Transaction, type: RecordType, title: string): void {
  const parent = { epic: undefined, story: 'epic', ticket: 'story' }[type];
  const above = plan.cache.one(
    'SELECT id FROM records WHERE type = ? AND deletedAt IS NULL LIMIT 1',
    parent ?? '',
  )?.id;
  if (type === 'story' && typeof above !== 'string') return;
  const values =
    parent === undefined || typeof above !== 'string' ? {} : { [`${parent}Id`]: above };
  createRecord(plan, { type, values: { title, ...values } });
}

function recordAt(cache: Cache, index: number): ReturnType<typeof recordById> {
  const rows = cache.all('SELECT id FROM records ORDER BY id');
  const id = rows[index % Math.max(1, rows.length)]?.id;
  return typeof id === 'string' ? recordById(cache, id) : undefined;
}

/** Beyond all others: a number is no two records' present one. */
function nextFree(plan: Transaction, type: RecordType, leap: number): number {
  return plan.nextNumber(type) + leap;
}
