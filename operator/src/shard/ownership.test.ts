import { expect, test } from 'vitest';
import { createOwnership } from './ownership.ts';

const uids = Array.from({ length: 100 }, (_, n) => `uid-${n}`);

test('nothing is owned before it is shared out', () => {
  const { owns } = createOwnership('a');
  expect(uids.filter(owns)).toEqual([]);
});

test('alone it owns everything, among others a part, and not among them nothing', () => {
  const { owns, share } = createOwnership('a');
  share(['a']);
  expect(uids.filter(owns)).toEqual(uids);
  share(['a', 'b']);
  const shared = uids.filter(owns);
  expect(shared.length).toBeGreaterThan(20);
  expect(shared.length).toBeLessThan(80);
  share(['b']);
  expect(uids.filter(owns)).toEqual([]);
});

test('members share everything and nothing twice', () => {
  const members = ['a', 'b', 'c'];
  const owners = members.map(createOwnership);
  for (const { share } of owners) share(members);
  for (const uid of uids) expect(owners.filter(({ owns }) => owns(uid))).toHaveLength(1);
});
