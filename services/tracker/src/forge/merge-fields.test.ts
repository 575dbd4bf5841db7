import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type Agreed, digestOf, nothingAgreed } from './forge-base.ts';
import { keyOf, type Shared } from './issue-view.ts';
import { type Ages, type Carried, isEmpty, mergeFields } from './merge-fields.ts';

const label = fc.constantFrom('bug', 'Bug', 'docs', 'ui', 'UI');
const shared: fc.Arbitrary<Shared> = fc.record({
  title: fc.constantFrom('one', 'two', 'three'),
  body: fc.constantFrom('', 'text', 'other text'),
  state: fc.constantFrom('open', 'done', 'cancelled'),
  labels: fc.uniqueArray(label, { selector: keyOf }),
  assignee: fc.constantFrom(null, 'ann', 'Ann', 'ben'),
});
const ages: fc.Arbitrary<Ages> = fc
  .tuple(fc.nat(2), fc.nat(2))
  .map(([here, there]) => ({ here: () => here, there }));

it('brings both sides to the same, from whatever they had agreed on', () => {
  fc.assert(
    fc.property(shared, shared, shared, ages, (here, there, before, at) => {
      const merge = mergeFields(here, there, agreedOn(before), at);
      expect(plain(after(here, merge.here))).toEqual(plain(after(there, merge.there)));
    }),
  );
});

it('keeps what only one side changed, without a conflict', () => {
  fc.assert(
    fc.property(shared, shared, ages, (before, changed, at) => {
      const here = mergeFields(changed, before, agreedOn(before), at);
      expect(isEmpty(here.here)).toBe(true);
      expect(plain(after(before, here.there))).toEqual(plain(changed));
      const there = mergeFields(before, changed, agreedOn(before), at);
      expect(isEmpty(there.there)).toBe(true);
      expect(plain(after(before, there.here))).toEqual(plain(changed));
      expect([...here.conflicts, ...there.conflicts]).toEqual([]);
    }),
  );
});

it('tells every text that loses', () => {
  fc.assert(
    fc.property(shared, shared, ages, (here, there, at) => {
      const { conflicts } = mergeFields(here, there, nothingAgreed, at);
      const lost = conflicts.map(({ field }) => field);
      expect(lost.includes('title')).toBe(here.title !== there.title);
      expect(lost.includes('body')).toBe(here.body !== there.body);
      expect(lost.includes('status')).toBe(here.state !== there.state);
    }),
  );
});

function agreedOn({ title, body, state, labels, assignee }: Shared): Agreed {
  return {
    ...nothingAgreed,
    title: digestOf(title),
    body: digestOf(body),
    state,
    labels,
    assignee,
  };
}

function after(side: Shared, carried: Carried): Shared {
  const removed = new Set(carried.removeLabels.map(keyOf));
  const { title = side.title, body = side.body, state = side.state, assignee } = carried;
  return {
    title,
    body,
    state,
    assignee: assignee === undefined ? side.assignee : assignee,
    labels: [...side.labels.filter(name => !removed.has(keyOf(name))), ...carried.addLabels],
  };
}

function plain(side: Shared): unknown {
  const labels = side.labels.map(keyOf).toSorted();
  return { ...side, labels, assignee: side.assignee?.toLowerCase() ?? null };
}
