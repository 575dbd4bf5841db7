import { expect, test } from 'vitest';
import { validateBranchName } from './branch-name.ts';

test.each([
  'tracker-data',
  'team/tracker-data',
  'a',
  'Ünïcode',
  'x'.repeat(200),
  'a"b',
  'a;b',
  'main',
])('a branch can be called %j', name => {
  expect(validateBranchName(name)).toBe(name);
});

test.each([
  '',
  '-x',
  '--upload-pack=touch x',
  '+main',
  '+main:other',
  'main:other',
  '@',
  'HEAD',
  'refs/heads/../x',
  'refs/heads/x',
  '../x',
  'a/../b',
  'a..b',
  'a@{1}',
  'a b',
  'a~1',
  'a^',
  'a?',
  'a*',
  'a[b]',
  'a\\b',
  'a\u0000b',
  'a\nb',
  'a\u007fb',
  '/a',
  'a/',
  'a//b',
  '.a',
  'a/.b',
  'a.',
  'a./b',
  'a.lock',
  'a.lock/b',
  'x'.repeat(201),
  'ů'.repeat(100),
  'a\ud800b',
])('no branch can be called %j', name => {
  expect(() => validateBranchName(name)).toThrow(
    expect.objectContaining({ code: 'BRANCH_NAME', remedy: expect.any(String) }),
  );
});
