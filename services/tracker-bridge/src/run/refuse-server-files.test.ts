import fc from 'fast-check';
import { expect, test } from 'vitest';
import { draftFromText, refuseServerFiles } from './refuse-server-files.ts';

test.each([
  [['ticket', 'create', '--title=x', '--body-file=/etc/passwd'], 'argv[3]: --body-file'],
  [['ticket', 'create', '--body-file', '/etc/passwd'], 'argv[2]: --body-file'],
  [['ticket', 'comment', '--body-file='], '--body-file'],
  [['export', '--output=/tmp/x'], 'argv[1]: --output'],
  [['export', '--output', '/tmp/x'], 'argv[1]: --output'],
  [['import', '/etc/passwd'], 'import'],
  [['import', '--dry-run', '--', '-x'], 'import'],
  [['--actor', 'Ann', 'import', 'x'], 'import'],
  [['--', 'import', 'x'], 'import'],
])('%j is refused', (argv, message) => {
  expect(() => refuseServerFiles(argv)).toThrow(
    expect.objectContaining({ code: 'BAD_REQUEST', message: expect.stringContaining(message) }),
  );
});

test.each([
  [['ticket', 'create', '--title=--output=x', '--body=--body-file=y']],
  [['ticket', 'create', '--title', 'import', 'x']],
  [['ticket', 'comment', '--body-file=-']],
  [['ticket', 'comment', '--body-file', '-']],
  [['export', '--deleted']],
  [['import', '-', '--dry-run']],
  [['help', 'import']],
])('%j passes', argv => {
  expect(() => refuseServerFiles(argv)).not.toThrow();
});

test('all that is wrong is told at once', () => {
  expect(() => refuseServerFiles(['import', 'x', '--output=y', '--body-file=z'])).toThrow(
    /argv\[2\].*argv\[3\].*import reads/,
  );
});

test('no element of a draft that its --from could take is a path of a file', () => {
  const word = fc.constantFrom(
    'draft',
    'ticket',
    '--from',
    '--from=a.md',
    'a.md',
    '--create',
    '--',
  );
  fc.assert(
    fc.property(fc.array(word, { maxLength: 8 }), argv => {
      const sent = draftFromText(argv);
      expect(sent).toHaveLength(argv.length);
      sent.forEach((element, index) => {
        const value =
          sent[index - 1]?.trimEnd() === '--from' ? element : element.split('--from=')[1];
        if (value !== undefined && argv.includes('draft')) expect(value).toMatch(/\n$/);
      });
    }),
  );
});

test('other commands keep their --from', () => {
  expect(draftFromText(['stats', '--from=2026-01-01'])).toEqual(['stats', '--from=2026-01-01']);
  expect(draftFromText(['draft', 'epic', '--from=notes.md', '--create'])).toEqual([
    'draft',
    'epic',
    '--from=notes.md\n',
    '--create',
  ]);
});
