import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MemoryBoard } from '../../fixtures/memory-board.ts';
import { createRecord } from '../board/create-record.ts';
import { deleteRecord } from '../board/delete-record.ts';
import { updateRecord } from '../board/update-record.ts';
import { priorities, sizes, statuses } from '../record/fields.ts';
import type { Cache } from './cache.ts';
import { columnsOf } from './columns.ts';
import type { ColumnValue, Filters, ListQuery } from './list-query.ts';
import { listRecords } from './list-records.ts';

type Doc = Readonly<Record<string, unknown>> & { readonly id: string };

const orNull = <Value>(values: readonly Value[]): fc.Arbitrary<Value | null> =>
  fc.constantFrom(...values, null);
const days = ['2026-01-01', '2026-02-02', '2026-03-03'].map(day => `${day}T00:00:00.000Z`);
const people = ['ann', 'Bob', 'bob', "O'Neill"];
const labels = ['a', 'A', '50%', '_', 'x"y'];
const words = ['Straße', '100%', "it's", '_', 'BIG', 'big', '"quoted"', '\\', 'ÄRGER', 'ärger'];

const ticket = fc.record({
  title: fc
    .array(fc.constantFrom(...words), { minLength: 1, maxLength: 3 })
    .map(of => of.join(' ')),
  body: fc.array(fc.constantFrom(...words), { maxLength: 3 }).map(of => of.join('\n')),
  status: fc.constantFrom(...statuses),
  priority: fc.constantFrom(...priorities),
  size: orNull(sizes),
  assignee: orNull(people),
  estimate: orNull([0, 0.5, 3, 10]),
  startWorkAt: orNull(days),
  targetFinishAt: orNull(days),
  labels: fc.uniqueArray(fc.constantFrom(...labels), { maxLength: 3 }),
});
const board = fc.array(fc.record({ values: ticket, story: fc.nat(3), deleted: fc.boolean() }), {
  maxLength: 25,
});

/** Four stories, two of each of two epics; a ticket's `story` of 0 means none. */
function filled(tickets: typeof board extends fc.Arbitrary<infer Value> ? Value : never): {
  readonly cache: Cache;
  readonly epics: readonly string[];
  readonly epicOfStory: ReadonlyMap<unknown, string>;
} {
  const memory = new MemoryBoard();
  const { epics, stories } = memory.plan(transaction => {
    const made = [0, 1].map(
      n => createRecord(transaction, { type: 'epic', values: { title: `epic ${n}` } }).id,
    );
    const under = [0, 1, 2, 3].map(n =>
      createRecord(transaction, {
        type: 'story',
        values: { title: `story ${n}`, epicId: made[n % 2] ?? '' },
      }),
    );
    return { epics: made, stories: under.map(({ id }) => id) };
  });
  for (const { values, story, deleted } of tickets) {
    memory.plan(transaction => {
      const storyId = story === 0 ? null : (stories[story] ?? null);
      const record = createRecord(transaction, { type: 'ticket', values: { ...values, storyId } });
      if (deleted) deleteRecord(transaction, record, { cascade: false });
    });
  }
  return {
    cache: memory.cache,
    epics,
    epicOfStory: new Map(stories.map((id, n) => [id, epics[n % 2] ?? ''])),
  };
}

function parse(items: readonly string[]): Doc[] {
  return items.map((item): Doc => JSON.parse(item));
}

function everything(cache: Cache): Doc[] {
  return parse(listRecords(cache, { type: 'ticket', deleted: 'with' }).items);
}

/** All pages of a query, one after the other. */
function pages(cache: Cache, query: ListQuery): { docs: Doc[]; totals: Set<number> } {
  const docs: Doc[] = [];
  const totals = new Set<number>();
  let cursor: string | undefined;
  do {
    const page = listRecords(cache, { ...query, ...(cursor !== undefined && { cursor }) });
    expect(page.items.length).toBeLessThanOrEqual(query.limit ?? Number.POSITIVE_INFINITY);
    docs.push(...parse(page.items));
    totals.add(page.total);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { docs, totals };
}

test('pages of any size, in any order, hold each record once, as one page would', () => {
  fc.assert(
    fc.property(
      board,
      fc.constantFrom(...columnsOf('ticket')),
      fc.boolean(),
      fc.integer({ min: 1, max: 8 }),
      (tickets, sort, descending, limit) => {
        const { cache } = filled(tickets);
        const query = { type: 'ticket', deleted: 'with', sort, descending } as const;
        const { docs, totals } = pages(cache, { ...query, limit });
        expect(docs).toEqual(parse(listRecords(cache, query).items));
        expect(new Set(docs.map(doc => doc.id)).size).toBe(tickets.length);
        expect([...totals]).toEqual([tickets.length]);
        for (const [index, doc] of docs.slice(1).entries()) {
          expect(compare(sort, docs[index]?.[sort], doc[sort], descending)).toBeLessThanOrEqual(0);
        }
      },
    ),
    { numRuns: 150 },
  );
});

/** Choices in the order of their table, text without regard to case, and what holds nothing last. */
function compare(sort: string, one: unknown, other: unknown, descending: boolean): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  const [a, b] = [rank(sort, one), rank(sort, other)];
  const order = a === b ? 0 : a < b ? -1 : 1;
  return descending ? -order : order;
}

function rank(sort: string, value: unknown): string | number {
  const choices: Readonly<Record<string, readonly string[]>> = {
    status: statuses,
    priority: priorities,
    size: sizes,
  };
  if (typeof value === 'number') return value;
  const text = String(value);
  // SQLite folds the letters of ASCII alone.
  return choices[sort]?.indexOf(text) ?? text.replace(/[A-Z]/g, letter => letter.toLowerCase());
}

const filters = fc.record(
  {
    deleted: fc.constantFrom('without', 'only', 'with'),
    is: fc.record(
      {
        status: fc.uniqueArray(fc.constantFrom(...statuses), { maxLength: 3 }),
        assignee: fc.uniqueArray(orNull(people), { maxLength: 2 }),
        priority: fc.uniqueArray(fc.constantFrom(...priorities), { maxLength: 2 }),
        size: fc.uniqueArray(orNull(sizes), { maxLength: 2 }),
        number: fc.uniqueArray(fc.integer({ min: 1, max: 9 }), { maxLength: 3 }),
      },
      { requiredKeys: [] },
    ),
    from: fc.record(
      { estimate: fc.constantFrom(0, 0.5, 4), createdAt: fc.constant('2026-01-01T00:05:00.000Z') },
      { requiredKeys: [] },
    ),
    upTo: fc.record({ estimate: fc.constantFrom(0, 3, 5) }, { requiredKeys: [] }),
    before: fc.record({ targetFinishAt: fc.constantFrom(...days) }, { requiredKeys: [] }),
    has: fc.record(
      { labels: fc.uniqueArray(fc.constantFrom(...labels, 'none'), { maxLength: 2 }) },
      { requiredKeys: [] },
    ),
    search: fc
      .array(fc.constantFrom(...words, '%', "'", 'absent'), { maxLength: 2 })
      .map(of => of.join('  ')),
  },
  { requiredKeys: [] },
);

test('filters leave what a plain reading of each record leaves', () => {
  fc.assert(
    fc.property(
      board,
      filters,
      fc.option(fc.nat(1), { nil: undefined }),
      (tickets, given, epic) => {
        const { cache, epics, epicOfStory } = filled(tickets);
        const wanted = epic === undefined ? undefined : (epics[epic] ?? '');
        const query = { ...given, ...(wanted !== undefined && { epic: [wanted] }) };
        const expected = everything(cache).filter(
          doc =>
            passes(doc, query) && (wanted === undefined || epicOfStory.get(doc.storyId) === wanted),
        );
        const page = listRecords(cache, { type: 'ticket', ...query });
        expect(parse(page.items)).toEqual(expected);
        expect(page.total).toBe(expected.length);
      },
    ),
    { numRuns: 300 },
  );
});

function passes(
  doc: Doc,
  { is, from, upTo, before, has, search, deleted = 'without' }: Filters,
): boolean {
  const text = [doc.title, doc.body, ...listIn(doc, 'labels')].join('\n').toLowerCase();
  const asked = (search ?? '').toLowerCase().split(' ').filter(Boolean);
  return (
    (deleted === 'with' || (doc.deletedAt !== null) === (deleted === 'only')) &&
    every(is, (name, among: readonly ColumnValue[]) => among.some(value => value === doc[name])) &&
    every(from, (name, limit) => isIn(doc[name], value => value >= limit)) &&
    every(upTo, (name, limit) => isIn(doc[name], value => value <= limit)) &&
    every(before, (name, limit) => isIn(doc[name], value => value < limit)) &&
    every(has, (name, members: readonly string[]) =>
      members.every(member => listIn(doc, name).includes(member)),
    ) &&
    asked.every(word => text.includes(word))
  );
}

function every<Value>(
  given: Readonly<Record<string, Value>> | undefined,
  holds: (name: string, value: Value) => boolean,
): boolean {
  return Object.entries(given ?? {}).every(([name, value]) => holds(name, value));
}

function isIn(value: unknown, holds: (value: string | number) => boolean): boolean {
  return (typeof value === 'string' || typeof value === 'number') && holds(value);
}

function listIn(doc: Doc, name: string): readonly unknown[] {
  const list = doc[name];
  return Array.isArray(list) ? list : [];
}

test('a page goes on where the last one ended, whatever came or went before it', () => {
  const memory = new MemoryBoard();
  const create = (title: string): string =>
    memory.plan(transaction => createRecord(transaction, { type: 'ticket', values: { title } }).id);
  for (const title of ['b', 'd', 'f', 'h']) create(title);
  const query = { type: 'ticket', sort: 'title', limit: 2 } as const;
  const first = listRecords(memory.cache, query);
  create('a');
  create('e');
  memory.plan(transaction =>
    deleteRecord(transaction, transaction.find('ticket', '2'), { cascade: false }),
  );
  memory.plan(transaction =>
    updateRecord(transaction, transaction.find('ticket', '1'), { set: { title: 'bb' } }),
  );
  const cursor = first.nextCursor ?? '';
  const next = listRecords(memory.cache, { ...query, cursor });
  expect(parse(next.items).map(doc => doc.title)).toEqual(['e', 'f']);
});

test.each([
  ['of nonsense', 'nonsense'],
  ['of nothing', ''],
  ['of other JSON', Buffer.from('{"a":1}').toString('base64url')],
  ['whose id is SQL', Buffer.from(`["number",false,1,"' OR 1=1"]`).toString('base64url')],
  [
    'whose key is no value',
    Buffer.from('["number",false,[1],"7ZZZZZZZZZZZZZZZZZZZZZZZZZ"]').toString('base64url'),
  ],
  [
    'of another sort',
    Buffer.from('["title",false,"a","7ZZZZZZZZZZZZZZZZZZZZZZZZZ"]').toString('base64url'),
  ],
])('a cursor %s is refused', (_, cursor) => {
  const { cache } = new MemoryBoard();
  expect(() => listRecords(cache, { type: 'ticket', cursor })).toThrow(
    expect.objectContaining({ code: 'USAGE' }),
  );
});

test.each([
  { is: { 'id" OR 1=1 --': ['x'] } },
  { is: { priority: ['low'] }, type: 'epic' },
  { from: { body: 'x' } },
  { has: { assignee: ['x'] } },
  { has: { labels: ['x'] }, type: 'story' },
  { sort: 'doc' },
  { sort: 'toString' },
  { limit: 0 },
  { limit: 1.5 },
  { limit: Number.NaN },
] as const)('%j is refused', given => {
  const { cache } = new MemoryBoard();
  expect(() => listRecords(cache, { type: 'ticket', ...given })).toThrow(
    expect.objectContaining({ code: 'USAGE' }),
  );
});
