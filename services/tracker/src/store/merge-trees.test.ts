import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeFiles, uniteTrees } from './merge-trees.ts';
import { segmentPath } from './segment.ts';

type Tree = ReadonlyMap<string, string>;

/** The union as syncing makes it, each file's content standing for its blob. */
function unite(ours: Tree, theirs: Tree): Tree {
  const list = (tree: Tree) => [...tree].map(([path, oid]) => ({ path, oid }));
  const { taken, both } = uniteTrees(list(ours), list(theirs));
  return new Map([
    ...ours,
    ...taken.map(({ path, oid }) => [path, oid] as const),
    ...both.map(file => {
      const merged = mergeFiles(file.path, Buffer.from(file.ours), Buffer.from(file.theirs));
      return [file.path, merged.toString()] as const;
    }),
  ]);
}

function sorted(tree: Tree): readonly (readonly [string, string])[] {
  return [...tree].sort(([one], [other]) => (one < other ? -1 : 1));
}

function line(count: number): string {
  return `{"id":"${String(count).padStart(26, '0')}"}\n`;
}

/**
 * What may happen among clones: one writes (perhaps under a writer's name that a copy of it has too), one takes in
 * what another has, one is copied.
 */
type Step =
  | { readonly kind: 'write'; readonly clone: number; readonly lines: number }
  | { readonly kind: 'merge'; readonly clone: number; readonly from: number }
  | { readonly kind: 'copy'; readonly clone: number; readonly from: number };

const clone = fc.nat(3);
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('write' as const), clone, lines: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ kind: fc.constant('merge' as const), clone, from: clone }),
  fc.record({ kind: fc.constant('copy' as const), clone, from: clone }),
);

interface Clone {
  readonly tree: Tree;
  readonly writer: string;
}

/** Histories as uneven as they come: many writes on one side, none on another, merges of merges. */
function play(steps: readonly Step[]): readonly Clone[] {
  const clones: Clone[] = [0, 1, 2, 3].map(index => ({
    tree: new Map([['format.json', '{"format":1}\n']]),
    writer: String(index).repeat(16),
  }));
  let clock = 0;
  const at = (index: number): Clone => clones[index] ?? { tree: new Map(), writer: '' };
  for (const action of steps) {
    const { tree, writer } = at(action.clone);
    if (action.kind === 'copy') clones[action.clone] = at(action.from);
    else if (action.kind === 'merge') {
      clones[action.clone] = { writer, tree: unite(tree, at(action.from).tree) };
    } else {
      const path = segmentPath(writer, 1);
      let content = tree.get(path) ?? '';
      for (let count = 0; count < action.lines; count += 1) {
        clock += 1;
        content += line(clock);
      }
      clones[action.clone] = { writer, tree: new Map([...tree, [path, content]]) };
    }
  }
  return clones;
}

const histories = fc.array(step, { maxLength: 40 }).map(play);

test('merging is commutative, associative and idempotent, whatever came before', () => {
  fc.assert(
    fc.property(histories, clones => {
      const [a, b, c] = clones.map(({ tree }) => tree);
      if (a === undefined || b === undefined || c === undefined) throw new Error('no clones');
      expect(sorted(unite(a, b))).toEqual(sorted(unite(b, a)));
      expect(sorted(unite(unite(a, b), c))).toEqual(sorted(unite(a, unite(b, c))));
      expect(sorted(unite(a, a))).toEqual(sorted(a));
      expect(sorted(unite(unite(a, b), b))).toEqual(sorted(unite(a, b)));
    }),
    { numRuns: 500 },
  );
});

test('merging loses no line, and adds none', () => {
  fc.assert(
    fc.property(histories, clones => {
      const all = clones.map(({ tree }) => tree).reduce(unite);
      const lines = (tree: Tree) => new Set([...tree.values()].flatMap(text => text.split('\n')));
      const known = new Set(clones.flatMap(({ tree }) => [...lines(tree)]));
      expect(lines(all)).toEqual(known);
    }),
    { numRuns: 300 },
  );
});

test('clones that each took in all others in any order have the same tree', () => {
  fc.assert(
    fc.property(histories, fc.array(clone, { minLength: 4, maxLength: 4 }), (clones, order) => {
      const trees = clones.map(({ tree }) => tree);
      const ends = trees.map(tree =>
        [...order, 0, 1, 2, 3].reduce((end, index) => unite(end, trees[index] ?? end), tree),
      );
      for (const end of ends) expect(sorted(end)).toEqual(sorted(ends[0] ?? new Map()));
    }),
    { numRuns: 300 },
  );
});

test('of two formats the later counts, whichever way round', () => {
  const older = Buffer.from('{"format":9}\n');
  const newer = Buffer.from('{"format":10}\n');
  expect(mergeFiles('format.json', older, newer)).toEqual(newer);
  expect(mergeFiles('format.json', newer, older)).toEqual(newer);
});

test('a text that two clones changed is taken whole, the same in both', () => {
  const [one, other] = [Buffer.from('b\na\n'), Buffer.from('a\nc\n')];
  expect(mergeFiles('README.md', one, other)).toEqual(one);
  expect(mergeFiles('README.md', other, one)).toEqual(one);
});
