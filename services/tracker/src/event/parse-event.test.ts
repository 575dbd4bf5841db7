import fc from 'fast-check';
import { expect, test } from 'vitest';
import { histories } from '../../fixtures/arbitrary-events.ts';
import { mostNumber, parseEvent } from './parse-event.ts';
import { serialiseEvent } from './serialise-event.ts';

const head = {
  id: '01KAK3S2000000000000000000',
  at: '2026-01-01T00:00:00.000Z',
  by: 'Ann',
  type: 'ticket',
  record: '01KAK3S2000000000000000001',
};
const create = { ...head, op: 'create', number: 1, set: { title: 'a ticket' } };
const edit = { ...head, op: 'edit' };
const comment = { ...head, op: 'comment', comment: head.record, body: 'words' };
const link = {
  ...head,
  op: 'link-forge',
  issue: { repo: 'a/b', number: 1, url: 'https://example.org/1' },
  base: {},
};

function parse(value: unknown): ReturnType<typeof parseEvent> {
  return parseEvent(typeof value === 'string' ? value : JSON.stringify(value));
}

test('what is written is read as it was', () => {
  fc.assert(
    fc.property(histories, events => {
      for (const event of events) {
        const parsed = parseEvent(serialiseEvent(event));
        expect(parsed).toEqual({ kind: 'event', event: JSON.parse(JSON.stringify(event)) });
      }
    }),
  );
});

test('whatever a line is, it is told what it is', () => {
  const lines = fc.oneof(
    fc.string(),
    fc.json(),
    fc.object().map(given => JSON.stringify({ ...edit, ...given })),
  );
  fc.assert(
    fc.property(lines, line => {
      expect(['event', 'newer', 'corrupt']).toContain(parseEvent(line).kind);
    }),
  );
});

const corrupt: readonly (readonly [string, unknown, string])[] = [
  ['no JSON', '{"id":', 'JSON'],
  ['no line', '', 'JSON'],
  ['a list', '[]', 'object'],
  ['null', 'null', 'object'],
  ['a number', '1', 'object'],
  ['nothing in it', '{}', 'id'],
  ['nested without end', '['.repeat(200_000), 'JSON'],
  ['no id', { ...edit, id: undefined }, 'id'],
  ['an id in small letters', { ...edit, id: head.id.toLowerCase() }, 'id'],
  ['an id at the end of time', { ...edit, id: '7ZZZZZZZZZZZZZZZZZZZZZZZZZ' }, 'id'],
  ['no time', { ...edit, at: undefined }, 'at'],
  ['a time that is none', { ...edit, at: 'yesterday' }, 'at'],
  ['a time in another form', { ...edit, at: '1' }, 'at'],
  ['a time of a place', { ...edit, at: '2026-01-01T00:00:00+02:00' }, 'at'],
  ['no actor', { ...edit, by: '' }, 'by'],
  ['an actor of half a character', { ...edit, by: '\ud800' }, 'by'],
  ['an actor too long', { ...edit, by: 'x'.repeat(201) }, 'by'],
  ['a type that is no text', { ...edit, type: 1 }, 'type'],
  ['a record that is no id', { ...edit, record: '1' }, 'record'],
  ['no op', { ...head }, 'op'],
  ['an op that is no text', { ...head, op: 1 }, 'op'],
  ['no number', { ...create, number: undefined }, 'number'],
  ['number 0', { ...create, number: 0 }, 'number'],
  ['half a number', { ...create, number: 1.5 }, 'number'],
  ['a number too great', { ...create, number: mostNumber + 1 }, 'number'],
  ['a number as text', { ...create, number: '1' }, 'number'],
  ['no set', { ...create, set: undefined }, 'set'],
  ['no title', { ...create, set: {} }, 'title'],
  ['no epic of a story', { ...create, type: 'story' }, 'epicId'],
  ['a title that is empty', { ...create, set: { title: ' ' } }, 'title'],
  ['a title of a megabyte', { ...create, set: { title: 'x'.repeat(1_000_000) } }, 'title'],
  ['a title with NUL', { ...create, set: { title: 'a\0b' } }, 'title'],
  ['a title of lines', { ...create, set: { title: 'a\nb' } }, 'title'],
  ['a title of half a character', { ...create, set: { title: '\udfff' } }, 'title'],
  ['a title that is null', { ...edit, set: { title: null } }, 'title'],
  ['a status of its own', { ...edit, set: { status: 'begun' } }, 'status'],
  ['an estimate below 0', { ...edit, set: { estimate: -1 } }, 'estimate'],
  ['labels that are text', { ...edit, set: { labels: 'a' } }, 'labels'],
  ['labels twice', { ...edit, set: { labels: ['a', 'a'] } }, 'labels'],
  ['a dependency that is no id', { ...edit, add: { dependsOn: ['1'] } }, 'dependsOn'],
  ['an added list that is none', { ...edit, add: { labels: 'a' } }, 'labels'],
  ['added members of another kind', { ...edit, remove: { labels: [null] } }, 'labels'],
  ['added as a list', { ...edit, add: [] }, 'members'],
  ['a set that is a list', { ...edit, set: [] }, 'set'],
  ['an origin without a name', { ...create, origin: { at: head.at } }, 'origin'],
  ['a comment without an id', { ...comment, comment: 'x' }, 'comment'],
  ['a comment without a body', { ...comment, body: undefined }, 'body'],
  ['a comment too long', { ...comment, body: 'x'.repeat(65_537) }, 'body'],
  ['a comment on an epic', { ...comment, type: 'epic' }, 'comments'],
  ['a link of a story', { ...link, type: 'story' }, 'issue'],
  ['a link to an issue without a number', { ...link, issue: { repo: 'a/b', url: 'x' } }, 'issue'],
  ['a link without a base', { ...link, base: undefined }, 'base'],
];

test.each(corrupt)('a line with %s is corrupt', (_, value, word) => {
  expect(parse(value)).toEqual({ kind: 'corrupt', reason: expect.stringContaining(word) });
});

test.each([
  create,
  edit,
  comment,
  link,
  { ...link, issue: null, base: null },
  { ...edit, at: '2026-01-01T00:00:00Z' },
])('an event is read: %j', value => {
  expect(parse(value)).toEqual({ kind: 'event', event: value });
});

test.each([
  { ...head, op: 'merge', into: 1 },
  { op: 'toString' },
  { ...head, op: '__proto__' },
  { ...create, type: 'milestone' },
])('what a later version wrote is kept as such: %j', value => {
  expect(parse(value).kind).toBe('newer');
});

test('fields that this version does not know stay in the event, those of prototypes too', () => {
  const line = `{"id":"${head.id}","at":"${head.at}","by":"Ann","type":"ticket","record":"${head.record}","op":"edit","set":{"__proto__":{"status":"done"},"constructor":1,"colour":"red"},"add":{"__proto__":["x"],"toString":["y"],"reviewers":[1]},"why":"later"}`;
  const parsed = parseEvent(line);
  if (parsed.kind !== 'event') throw new Error(parsed.reason);
  expect(serialiseEvent(parsed.event)).toBe(line);
  expect(Object.getPrototypeOf(parsed.event)).toBe(Object.prototype);
});
