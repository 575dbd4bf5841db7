import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRendezvous } from './rendezvous.ts';

const name = fc.stringMatching(/^[a-z0-9-]{1,20}$/);
const names = fc.uniqueArray(name, { minLength: 1, maxLength: 8 });
const uid = fc.uuid();

/** As the API server makes them, but the same each time. */
const uids = Array.from({ length: 10_000 }, (_, n) => {
  const hex = createHash('md5').update(`probe ${n}`).digest('hex');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
});

function shares(members: readonly string[], of = uids): number[] {
  const { ownerOf } = createRendezvous(members);
  const owners = of.map(ownerOf);
  return members.map(member => owners.filter(owner => owner === member).length);
}

test('a uid has one owner, a member, whatever order members are heard of in', () => {
  fc.assert(
    fc.property(names, uid, (members, of) => {
      const owner = createRendezvous(members).ownerOf(of);
      expect(members).toContain(owner);
      expect(createRendezvous([...members].reverse()).ownerOf(of)).toBe(owner);
      expect(createRendezvous(new Set([...members, ...members])).ownerOf(of)).toBe(owner);
    }),
  );
});

test('a member that leaves moves only its own, and one that joins takes only for itself', () => {
  fc.assert(
    fc.property(names, name, fc.array(uid, { maxLength: 50 }), (others, one, of) => {
      const without = createRendezvous(others.filter(other => other !== one));
      const among = createRendezvous([...others, one]);
      for (const each of of) {
        const owner = among.ownerOf(each);
        if (owner !== one) expect(without.ownerOf(each)).toBe(owner);
      }
    }),
  );
});

test('without members there is no owner', () => {
  expect(createRendezvous([]).ownerOf('some uid')).toBeUndefined();
});

test('versions agree: these are the owners of these for ever', () => {
  const { ownerOf } = createRendezvous(['picket-0', 'picket-1', 'picket-2']);
  const owners = ['a', 'b', 'c', 'd', 'e', 'f'].map(ownerOf);
  expect(owners.join(' ')).toBe('picket-1 picket-0 picket-1 picket-0 picket-0 picket-2');
});

describe('10,000 uids are shared evenly', () => {
  test.each([
    { members: ['picket-7d9f-abcde', 'picket-7d9f-abcdf', 'picket-7d9f-abcdg'] },
    { members: ['picket-0', 'picket-1', 'picket-2'] },
    { members: ['a', 'b', 'c'] },
    { members: ['picket-7d9f8c6b5-x2x2x', 'picket-7d9f8c6b5-2x2x2', 'picket-6c8e7b5a4-x2x2x'] },
  ])('among $members', ({ members }) => {
    for (const share of shares(members)) {
      expect(Math.abs(share / (uids.length / 3) - 1)).toBeLessThan(0.1);
    }
  });

  test('when their names differ in one letter, as uids hardly do', () => {
    const alike = Array.from({ length: 10_000 }, (_, n) => `3f2504e0-4f89-41d3-9a0c-${1e11 + n}`);
    for (const share of shares(['picket-0', 'picket-1', 'picket-2'], alike)) {
      expect(Math.abs(share / (alike.length / 3) - 1)).toBeLessThan(0.1);
    }
  });

  test('and so is what a member leaves behind, by whatever names', () => {
    fc.assert(
      fc.property(fc.uniqueArray(name, { minLength: 4, maxLength: 4 }), members => {
        const [gone, ...others] = members;
        const before = createRendezvous(members);
        const left = uids.filter(each => before.ownerOf(each) === gone);
        // Six standard deviations of a fair draw.
        const fair = { share: left.length / 3, spread: 6 * Math.sqrt(left.length * (2 / 9)) };
        for (const share of shares(others, left)) {
          expect(Math.abs(share - fair.share)).toBeLessThan(fair.spread);
        }
      }),
      { numRuns: 20 },
    );
  });
});
