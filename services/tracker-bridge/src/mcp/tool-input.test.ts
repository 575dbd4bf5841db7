import { expect, test } from 'vitest';
import { checkedInput } from './tool-input.ts';

test('takes every argument', () => {
  const input = {
    argv: ['ticket', 'read'],
    repo: '/r',
    tempDir: '/t',
    cwd: '/c',
    actor: 'Ann',
    forgeRepo: 'a/b',
    dataBranch: 'd',
    remote: 'r',
    sync: 'off',
    keepWorktree: false,
  };
  expect(checkedInput(input)).toEqual(input);
});

test.each([
  [undefined, 'must be object'],
  [{}, 'must have required properties argv'],
  [{ argv: [1] }, 'argv/0 must be string'],
  [{ argv: [], shell: 'sh' }, 'shell is no argument'],
  [JSON.parse('{"argv":[],"__proto__":{"repo":"/"}}'), '__proto__ is no argument'],
  [{ argv: [], repo: '' }, 'repo must not have fewer than 1 characters'],
])('refuses %j', (value, message) => {
  expect(() => checkedInput(value)).toThrow(message);
});

test('tells every fault at once', () => {
  expect(() => checkedInput({ argv: [1], sync: 'on', more: 1 })).toThrow(/more .*argv.*sync/);
});
