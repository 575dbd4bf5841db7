import { priorities, statuses } from '@picket/tracker';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listArguments } from './list-arguments.ts';
import {
  deletedModes,
  everything,
  filterCount,
  mostPages,
  parseTicketQuery,
  sortFields,
  type TicketQuery,
  ticketSearch,
} from './ticket-query.ts';

const line = (maxLength: number) =>
  fc.string({ unit: 'grapheme', minLength: 1, maxLength }).filter(text => {
    return text.trim() !== '' && text.length <= maxLength && !/[\p{Cc}\u2028\u2029]/u.test(text);
  });
const reference = fc.integer({ min: 1, max: 999_999 }).map(String);
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });

const queries: fc.Arbitrary<TicketQuery> = fc.record({
  search: fc.string({ unit: 'grapheme', maxLength: 20 }),
  statuses: fc.subarray([...statuses]),
  priorities: fc.subarray([...priorities]),
  assignee: optional(fc.oneof(fc.constant(''), line(40))),
  labels: fc.uniqueArray(line(50), { maxLength: 5 }),
  story: optional(fc.oneof(fc.constant(''), reference)),
  epic: optional(reference),
  deleted: fc.constantFrom(...deletedModes),
  sort: fc.constantFrom(...sortFields),
  descending: fc.boolean(),
  cursors: fc.array(fc.stringMatching(/^[\w-]{1,80}$/), { maxLength: mostPages }),
});

const parse = (search: string) => parseTicketQuery(new URLSearchParams(search));

test('what an address is made of is read from it again', () => {
  fc.assert(
    fc.property(queries, query => {
      expect(parse(ticketSearch(query))).toEqual(query);
    }),
  );
});

test('any address is read, and says the same once it is written anew', () => {
  const names = [
    ...'search status priority assignee label story epic deleted sort cursor'.split(' '),
  ];
  const pairs = fc.array(
    fc.tuple(fc.constantFrom(...names), fc.string({ unit: 'binary', maxLength: 12 })),
  );
  fc.assert(
    fc.property(pairs, given => {
      const query = parseTicketQuery(new URLSearchParams(given.map(pair => [...pair])));
      expect(parse(ticketSearch(query))).toEqual(query);
    }),
  );
});

test('an address without a question shows everything, and the other way round', () => {
  expect(parse('')).toEqual(everything);
  expect(ticketSearch(everything)).toBe('');
  expect(filterCount(everything)).toBe(0);
});

test('what is unknown is left out', () => {
  const search = 'status=lost&status=done&priority=x&story=__proto__&epic=&deleted=maybe&sort=body';
  expect(parse(search)).toEqual({ ...everything, statuses: ['done'] });
});

test('every value reaches the command as one element, with its flag before it', () => {
  const query = parse(
    'search=--repo&label=--format&assignee=&story=3&deleted=only&sort=title&cursor=a',
  );
  expect(listArguments(query)).toEqual([
    'ticket',
    'read',
    '--limit=50',
    '--sort=title',
    '--search=--repo',
    '--assignee=',
    '--label=--format',
    '--story=3',
    '--deleted-after=1970-01-01',
    '--cursor=a',
  ]);
  expect(filterCount(query)).toBe(5);
});
