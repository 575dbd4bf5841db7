import fc from 'fast-check';
import { expect, test } from 'vitest';
import { handOver } from './hand-over.ts';

const long = 'é'.repeat(70_000);

test('what fits stays as it is', () => {
  const element = fc.string({ unit: 'grapheme' }).filter(text => !text.includes('\0'));
  fc.assert(
    fc.property(fc.array(element), args => {
      expect(handOver(args)).toEqual({ args });
    }),
  );
  expect(handOver(['x'.repeat(131_071)])).not.toHaveProperty('text');
});

test.each([
  [['create', `--body=${long}`, '--x=1'], ['create', '--body-file=-', '--x=1'], `${long}\r\n`],
  [['create', '--body', long], ['create', '--body-file=-'], `${long}\r\n`],
  [['draft', '--create', `--from=${long}`], ['draft', '--create', '--from=-'], long],
  [['draft', '--from', long], ['draft', '--from=-'], long],
])('a long text goes to standard input (%#)', (args, expected, text) => {
  expect(handOver(args)).toEqual({ args: expected, text });
});

test.each([
  [['create', `--title=${long}`]],
  [['create', '--title', `--body=${long}`]],
  [['create', `--body=${long}`, `--body=${long}`]],
  [[long]],
  [['a\0b']],
])('what no system takes is refused (%#)', args => {
  expect(() => handOver(args)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
});
