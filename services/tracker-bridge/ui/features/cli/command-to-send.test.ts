import { expect, test } from 'vitest';
import { commandToSend } from './command-to-send.ts';

test('the name of the command may stand before it', () => {
  expect(commandToSend('tracker ticket read --title=--repo')).toEqual({
    argv: ['ticket', 'read', '--title=--repo'],
    fault: undefined,
  });
});

test('what the server would refuse is told in its words', () => {
  expect(commandToSend("doctor '--repo=/'").fault).toMatch(/^argv\[1\] is --repo: the server sets/);
  expect(commandToSend('doctor "').fault).toBe('the double quote is not closed (character 8)');
});
