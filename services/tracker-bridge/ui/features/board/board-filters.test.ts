import fc from 'fast-check';
import { expect, test } from 'vitest';
import { filterFlags, filtersOf, nobody, withFilters } from './board-filters.ts';

const empty = { search: '', assignee: '', label: '', within: '' };

test('filters survive the address, beside what else it holds', () => {
  const within = fc.oneof(
    fc.constant(''),
    fc.tuple(fc.constantFrom('story', 'epic'), fc.nat()).map(([type, at]) => `${type}:${at}`),
  );
  const text = fc.string({ unit: 'grapheme' });
  const filters = fc.record({ search: text, assignee: text, label: text, within });
  fc.assert(
    fc.property(filters, given => {
      const address = withFilters(new URLSearchParams('tab=1&story=9'), given);
      const again = new URLSearchParams(address.toString());
      expect(filtersOf(again)).toEqual(given);
      expect(again.get('tab')).toBe('1');
    }),
  );
});

test('each filter is one flag with its value', () => {
  const all = { search: ' half even ', assignee: '--repo', label: 'a b', within: 'epic:1' };
  expect(filterFlags(all)).toEqual([
    '--search=half even',
    '--assignee=--repo',
    '--label=a b',
    '--epic=1',
  ]);
  expect(filterFlags({ ...empty, assignee: nobody })).toEqual(['--assignee=']);
  expect(filterFlags(empty)).toEqual([]);
});

test('an address with a story that is no number narrows nothing', () => {
  expect(filtersOf(new URLSearchParams('story=x&epic='))).toEqual(empty);
});
