import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoteArguments, splitArguments } from './split-arguments.ts';

const cases: readonly (readonly [line: string, argv: readonly string[]])[] = [
  ['', []],
  ['  doctor \t --fix\n', ['doctor', '--fix']],
  ['ticket read --status=todo --title="a b"', ['ticket', 'read', '--status=todo', '--title=a b']],
  [`'' ""`, ['', '']],
  [`a'b'"c"d`, ['abcd']],
  [String.raw`'a\' "a\"b\\\$\n" a\ b`, ['a\\', String.raw`a"b\$\n`, 'a b']],
  [String.raw`$HOME * ~ | > ; \$x`, ['$HOME', '*', '~', '|', '>', ';', '$x']],
  ['a\\\nb "c\\\nd"', ['ab', 'cd']],
];

test.for(cases)('%j', ([line, argv]) => {
  expect(splitArguments(line)).toEqual({ arguments: argv });
});

test('what is not closed is told, and where it was opened', () => {
  expect(splitArguments('a "b')).toEqual({ fault: 'the double quote is not closed', at: 2 });
  expect(splitArguments(String.raw`a "b\"`)).toMatchObject({ at: 2 });
  expect(splitArguments("'")).toEqual({ fault: 'the single quote is not closed', at: 0 });
  expect(splitArguments('ab\\')).toEqual({ fault: 'a backslash stands at the end', at: 2 });
});

test('whatever the arguments hold, they come back from their line', () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom("'", '"', '\\', ' ', '\n', '$', '=', '-', 'a') }),
    fc.string().map(value => `--title=${value}`),
  );
  fc.assert(
    fc.property(fc.array(text), argv => {
      expect(splitArguments(quoteArguments(argv))).toEqual({ arguments: argv });
    }),
  );
});

test('what needs no quotes has none', () => {
  expect(quoteArguments(['ticket', 'read', '--title=a b', '--body='])).toBe(
    "ticket read --title='a b' --body=",
  );
});
