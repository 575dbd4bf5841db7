import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryRepository } from '../../fixtures/temporary-repository.ts';
import { Board } from '../board/board.ts';
import { initBoard } from '../board/init-board.ts';
import { faultOfRefName } from './branch-name.ts';
import { runGit } from './git.ts';

const telling = fc.constantFrom(
  ...[
    '/',
    '.',
    '..',
    '@',
    '@{',
    '-',
    '+',
    ' ',
    '~',
    ':',
    '\\',
    '\u007f',
    '\u0085',
    '.lock',
    'HEAD',
  ],
  ...['refs/heads/', '"', "'", '$(x)', ';', 'é', '😀', '\u202e', 'a', 'B'],
);

const names = fc.oneof(
  fc.array(telling, { maxLength: 5 }).map(parts => parts.join('')),
  fc.string({ unit: 'binary', maxLength: 8 }),
);

test('git allows every name that we allow', async () => {
  await using repository = await temporaryRepository();
  let allowed = 0;
  await fc.assert(
    fc.asyncProperty(names, async name => {
      fc.pre(faultOfRefName(name) === undefined);
      const args = ['check-ref-format', '--branch', name];
      expect(await runGit(repository, args)).toMatchObject({ exitCode: 0 });
      allowed += 1;
    }),
    { numRuns: 150 },
  );
  expect(allowed).toBe(150);
});

const surroundings = { now: () => Date.now(), random: (bytes: number) => new Uint8Array(bytes) };

test.each([
  'x'.repeat(200),
  'ů'.repeat(33),
  'a"b\'c',
  '$(touch$IFS$9x)',
  '😀/😀',
  'tracker,data',
  'a-',
])('a board can be kept on the branch %s', async branch => {
  await using repository = await temporaryRepository({ dataBranches: [branch] });
  const options = { repo: repository.path, branch, surroundings };
  const { board, begun } = await initBoard(options, 'Ann');
  board.close();
  expect(begun).toBe(true);
  const again = await Board.open(options);
  expect(again.repository.ref).toBe(`refs/heads/${branch}`);
  const file = again.cache.database.location();
  again.close();
  expect(file, 'the cache is kept in a file').toContain('.sqlite');
});
