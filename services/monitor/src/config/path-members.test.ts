import fc from 'fast-check';
import { expect, it } from 'vitest';
import { at } from '../probe/problem.ts';
import { pathMembers } from './path-members.ts';

it('returns the members that a path was made of', () => {
  const members = fc.array(
    fc.oneof(fc.string(), fc.nat(), fc.constantFrom('url', 'a"]b', '\\', '$x')),
  );
  fc.assert(
    fc.property(members, list => {
      expect(pathMembers(at('', ...list))).toEqual(list);
    }),
  );
});

it('returns the members before the place where a path is none of ours', () => {
  expect(pathMembers('requests[0][oops')).toEqual(['requests', 0]);
});
