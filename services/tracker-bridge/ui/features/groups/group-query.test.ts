import { statuses } from '@picket/tracker';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { epicKind, storyKind } from './group.ts';
import {
  everything,
  type GroupQuery,
  groupSearch,
  isFiltered,
  listArguments,
  parseGroupQuery,
  sortOrders,
} from './group-query.ts';

const queries: fc.Arbitrary<GroupQuery> = fc.record({
  search: fc.string({ unit: 'grapheme', maxLength: 20 }),
  statuses: fc.subarray([...statuses]),
  epic: fc.option(fc.integer({ min: 1, max: 999_999 }).map(String), { nil: undefined }),
  deleted: fc.boolean(),
  sort: fc.constantFrom(...sortOrders),
  limit: fc.integer({ min: 50, max: 500 }),
});
const parse = (search: string) => parseGroupQuery(new URLSearchParams(search));

test('what an address is made of is read from it again', () => {
  fc.assert(
    fc.property(queries, query => {
      expect(parse(groupSearch(query).toString())).toEqual(query);
    }),
  );
});

test('any address is read, and says the same once it is written anew', () => {
  const names = fc.constantFrom('search', 'status', 'epic', 'deleted', 'sort', 'limit');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(names, fc.string({ unit: 'binary', maxLength: 20 })), { maxLength: 8 }),
      given => {
        const query = parseGroupQuery(new URLSearchParams(given.map(pair => [...pair])));
        expect(parse(groupSearch(query).toString())).toEqual(query);
      },
    ),
  );
});

test('what is unknown is left out, and too much is cut', () => {
  expect(parse('status=lost&sort=body&epic=x&deleted=1&limit=0.5')).toEqual(everything);
  expect(parse('limit=1000000').limit).toBe(500);
  expect(isFiltered(everything)).toBe(false);
});

test('every value reaches the command as one element, with its flag before it', () => {
  const query = parse('search=--repo&status=done&status=todo&epic=2&deleted=shown&sort=title');
  const flags = ['--search=--repo', '--status=todo', '--status=done'];
  expect(listArguments(storyKind, query)).toEqual([
    ...['story', 'read', '--limit=50', '--sort=title'],
    ...flags,
    '--epic=2',
    '--deleted',
  ]);
  expect(listArguments(epicKind, query)).not.toContain('--epic=2');
});
