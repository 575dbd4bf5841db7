import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createRecord } from '../board/create-record.ts';
import { Transaction } from '../board/transaction.ts';
import { Cache } from '../cache/cache.ts';
import { findRecord } from '../cache/find-record.ts';
import { tables } from '../cache/tables.ts';
import { TrackerError } from '../errors.ts';
import { exportDocument } from './export-document.ts';
import { importRecords } from './import-records.ts';
import { parseImport } from './parse-import.ts';

const [one, two, three, four] = [
  '01KAK3S2000000000000000001',
  '01KAK3S2000000000000000002',
  '01KAK3S2000000000000000003',
  '01KAK3S2000000000000000004',
];
const at = '2026-01-01T00:00:00.000Z';
const ticket = { type: 'ticket', title: 'Pay by card' };

test('a title is all that a ticket needs', () => {
  const cache = emptyCache();
  const [planned] = run(cache, [ticket]);
  expect(planned).toMatchObject({ type: 'ticket', number: 1, outcome: 'created' });
  expect(findRecord(cache, 'ticket', '1')).toMatchObject({
    title: 'Pay by card',
    createdBy: 'Ann',
  });
});

test('records may come before those that they refer to', () => {
  const cache = emptyCache();
  run(cache, [
    { ...ticket, id: one, storyId: two, dependsOn: [four] },
    { type: 'story', id: two, title: 'Pay', epicId: three },
    { type: 'epic', id: three, title: 'Shop' },
    { ...ticket, id: four },
  ]);
  expect(findRecord(cache, 'ticket', one)).toMatchObject({ storyId: two, dependsOn: [four] });
});

test('a number that is taken is replaced by the next after all others', () => {
  const cache = emptyCache();
  createRecord(begin(cache), { type: 'ticket', values: { title: 'first' } });
  const planned = run(cache, [
    { ...ticket, number: 1 },
    { ...ticket, number: 7 },
    { ...ticket, number: 7 },
    ticket,
  ]);
  expect(planned.map(({ number, wanted }) => [number, wanted])).toEqual([
    [8, 1],
    [7, 7],
    [9, 7],
    [10, undefined],
  ]);
});

test('former numbers are kept from others, also where two records had the same', () => {
  const cache = emptyCache();
  run(cache, [
    { ...ticket, id: one, number: 5, formerNumbers: [] },
    { ...ticket, id: two, number: 8, formerNumbers: [5] },
  ]);
  expect(() => findRecord(cache, 'ticket', '5')).toThrow(/2 records/);
  expect(createRecord(begin(cache), { type: 'ticket', values: { title: 'x' } }).number).toBe(9);
});

test('what is there already is skipped, and with update brought to what the file says, field by field', () => {
  const cache = emptyCache();
  const first = { ...ticket, id: one, labels: ['a', 'b'], assignee: 'Ben' };
  run(cache, [first]);
  const second = { ...ticket, id: one, labels: ['b', 'c'], priority: 'high' };
  expect(run(cache, [second])).toMatchObject([{ outcome: 'skipped' }]);
  expect(run(cache, [second], true)).toMatchObject([{ outcome: 'updated' }]);
  expect(findRecord(cache, 'ticket', one)).toMatchObject({
    labels: ['b', 'c'],
    priority: 'high',
    assignee: 'Ben',
  });
  expect(run(cache, [second], true)).toMatchObject([{ outcome: 'unchanged' }]);
});

test('a set that two clones have filled beyond its limit comes back whole, its time as well', () => {
  const cache = emptyCache();
  const labels = Array.from({ length: 130 }, (_, index) => `label ${index}`);
  run(cache, [{ ...ticket, id: one, labels, updatedAt: at, updatedBy: 'Ben' }]);
  expect(findRecord(cache, 'ticket', one)).toMatchObject({ labels, updatedAt: at });
});

test('a deleted record that others refer to is exported with them', () => {
  const cache = emptyCache();
  run(cache, [
    { ...ticket, id: one, dependsOn: [two] },
    { ...ticket, id: two, deletedAt: '2026-01-01T00:00:00.000Z', deletedBy: 'Ben' },
    { ...ticket, id: three, deletedAt: '2026-01-01T00:00:00.000Z', deletedBy: 'Ben' },
  ]);
  const ids = exportDocument(cache, { deleted: false }).items.map(({ id }) => id);
  expect(ids).toEqual([one, two]);
  expect(exportDocument(cache, { deleted: true }).items).toHaveLength(3);
});

test.each<[string, unknown, string]>([
  ['no object', 7, 'items[0] must be an object'],
  ['a list', [], 'items[0] must be an object'],
  ['no type', { title: 'x' }, 'items[0].type must be one of epic, story, ticket'],
  ['a type of the prototype', { type: 'toString' }, 'items[0].type must be one of'],
  ['no title', { type: 'ticket' }, 'items[0].title must be given'],
  ['a title that is none', { ...ticket, title: 7 }, 'items[0].title must be text'],
  ['a title too long', { ...ticket, title: 'x'.repeat(257) }, 'items[0].title must be at most 256'],
  ['a lone surrogate', { ...ticket, title: '\ud800' }, 'items[0].title must be Unicode text'],
  ['NUL', { ...ticket, body: 'a\0b' }, 'items[0].body must be text of characters'],
  ['an unknown field', { ...ticket, colour: 'red' }, 'items[0] has "colour", which is unknown'],
  ['a field of others', { type: 'epic', title: 'x', labels: [] }, 'items[0] has "labels"'],
  ['a wrong id', { ...ticket, id: '../x' }, 'items[0].id must be an id'],
  ['an id in an object', { ...ticket, id: { toString: 1 } }, 'items[0].id must be an id'],
  ['a number of nothing', { ...ticket, number: 0 }, 'items[0].number must be a whole number'],
  ['a number too high', { ...ticket, number: 2 ** 53 }, 'items[0].number must be a whole number'],
  ['former numbers', { ...ticket, formerNumbers: ['1'] }, 'items[0].formerNumbers must be'],
  ['a member twice', { ...ticket, labels: ['a', 'a'] }, 'items[0].labels must not have'],
  ['a loose time', { ...ticket, createdAt: 'now', createdBy: 'A' }, 'items[0].createdAt must be a'],
  ['half an origin', { ...ticket, createdAt: at }, 'items[0].createdBy must be an actor'],
  ['a lone actor', { ...ticket, createdBy: 'A' }, 'items[0].createdAt must be a time'],
  [
    'a year beyond',
    { ...ticket, deletedAt: '+275760-09-13T00:00:00.000Z', deletedBy: 'A' },
    'items[0].deletedAt must',
  ],
  ['comments of nothing', { ...ticket, comments: {} }, 'items[0].comments must be a list'],
  ['a comment of text', { ...ticket, comments: ['hi'] }, 'items[0].comments[0] must be an object'],
  [
    'a comment without text',
    { ...ticket, comments: [{}] },
    'items[0].comments[0].body must be text',
  ],
  [
    'too many comments',
    { ...ticket, comments: Array(30_000).fill({ body: '' }) },
    'items[0].comments must be at most',
  ],
  ['an issue', { ...ticket, forgeIssue: { repo: 'o/r' } }, 'items[0].forgeIssue must be null'],
  [
    'an address that is a program',
    { ...ticket, forgeIssue: { repo: 'o/r', number: 1, url: 'javascript:alert(1)' } },
    'items[0].forgeIssue must be null',
  ],
  ['a deep base', { ...ticket, forgeBase: nested(12) }, 'items[0].forgeBase must be null'],
  ['nothing to refer to', { ...ticket, storyId: two }, 'items[0].storyId must be of a story'],
  ['itself', { ...ticket, id: one, dependsOn: [one] }, 'items[0].dependsOn leads back'],
])('%s is refused with its place', (_, item, problem) => {
  const error = refused([item]);
  expect(error.code).toBe('INVALID');
  expect(error.problems.join('\n')).toContain(problem);
});

test('all problems of a file are told at once, and nothing is stored', () => {
  const cache = emptyCache();
  const error = refused([ticket, { ...ticket, title: '' }, { type: 'story' }], cache);
  expect(error.problems).toEqual([
    'items[1].title must not be empty',
    'items[2].title must be given',
    'items[2].epicId must be given',
  ]);
  expect(exportDocument(cache, { deleted: true }).items).toEqual([]);
});

test('of very many problems the first are told, and how many there are', () => {
  const error = refused(Array(5_000).fill(7));
  expect(error.problems).toHaveLength(101);
  expect(error.problems.at(-1)).toBe('and 4900 more');
});

test('an id twice, and an id that is a record of another type, are refused', () => {
  const cache = emptyCache();
  run(cache, [{ type: 'epic', id: three, title: 'Shop' }]);
  const items = [
    { ...ticket, id: one },
    { ...ticket, id: one },
    { ...ticket, id: three },
  ];
  expect(refused(items, cache).problems).toEqual([
    'items[1].id is that of items[0], too',
    'items[2].id is that of an epic on the board',
  ]);
});

test('a long circle of tickets is found, also through those on the board', () => {
  const cache = emptyCache();
  run(cache, [
    { ...ticket, id: two, dependsOn: [three] },
    { ...ticket, id: three },
  ]);
  const items = [
    { ...ticket, id: one, dependsOn: [two] },
    { ...ticket, id: three, dependsOn: [one] },
  ];
  expect(run(cache, items).map(({ outcome }) => outcome)).toEqual(['created', 'skipped']);
  const cycle = refused([{ ...ticket, id: three, dependsOn: [one] }], cache, true);
  expect(cycle.problems[0]).toMatch(/leads back/);
});

test('a chain of 20,000 tickets overflows no stack', () => {
  const id = (index: number): string => `01KAK3S200000000000${String(index).padStart(7, '0')}`;
  const items = Array.from({ length: 20_000 }, (_, index) => ({
    ...ticket,
    id: id(index),
    dependsOn: [id((index + 1) % 20_000)],
  }));
  expect(refused(items).problems).toHaveLength(1);
});

test('__proto__ in a file is a name like any other', () => {
  const text = `{"items":[{"type":"ticket","title":"x","__proto__":{"deletedAt":"x"}}]}`;
  const { problems } = parseImport(text);
  expect(problems.told).toEqual(['items[0] has "__proto__", which is unknown']);
  const document = parseImport('{"items":[],"__proto__":{"format":"x"}}');
  expect(document.problems.told).toEqual(['"__proto__" is unknown']);
});

test.each([
  ['no JSON', '{'],
  ['nothing', ''],
  ['a list', '[]'],
  ['another format', '{"format":"x","items":[]}'],
  ['items of an object', '{"items":{}}'],
  ['deep nesting', '['.repeat(1_000_000)],
])('%s is no import', (_, text) => {
  expect(() => parseImport(text)).toThrow(expect.objectContaining({ code: 'INVALID' }));
});

test('deep nesting within an item is refused, not followed', () => {
  const deep = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
  const text = `{"items":[{"type":"ticket","title":"x","forgeBase":${deep}}]}`;
  expect(() => parseImport(text)).toThrow(/nested too deeply/);
});

test('an export of a later version is refused as such', () => {
  const text = '{"format":"tracker-export","version":2,"items":[]}';
  expect(() => parseImport(text)).toThrow(expect.objectContaining({ code: 'FORMAT_TOO_NEW' }));
});

function nested(depth: number): unknown {
  return depth === 0 ? 1 : { a: nested(depth - 1) };
}

function run(
  cache: Cache,
  items: readonly unknown[],
  update = false,
): ReturnType<typeof importRecords> {
  return importRecords(begin(cache), parseImport(JSON.stringify({ items })), { update });
}

function refused(items: readonly unknown[], cache = emptyCache(), update = false): TrackerError {
  try {
    run(cache, items, update);
  } catch (error) {
    if (error instanceof TrackerError) return error;
    throw error;
  }
  throw new Error('it was imported');
}

function emptyCache(): Cache {
  const database = new DatabaseSync(':memory:');
  database.exec(tables);
  return new Cache(database);
}

let drawn = 0;

function begin(cache: Cache): Transaction {
  const random = (bytes: number): Uint8Array => {
    const drawing = new Uint8Array(bytes);
    new DataView(drawing.buffer).setUint32(bytes - 4, drawn++);
    return drawing;
  };
  return new Transaction(cache, 'Ann', { now: Date.UTC(2026, 5, 1), random });
}
