import fc from 'fast-check';
import { expect, test } from 'vitest';
import { refuseReservedFlags, toolReserved, webReserved } from './reserved-flags.ts';

const others = fc.array(
  fc.oneof(
    fc.string().filter(text => !text.startsWith('--')),
    fc.constantFrom('ticket', 'create', '--', '--title', '--title=--repo', '--repository', '--rep'),
    fc.constantFrom('--formats=x', '-repo', '--REPO', ' --repo', '--body=--format=text'),
  ),
  { maxLength: 5 },
);

test.each(webReserved)('%s is refused in every place and form, and its place told', flag => {
  const form = fc.oneof(
    fc.constant(flag),
    fc.string().map(value => `${flag}=${value}`),
  );
  fc.assert(
    fc.property(others, form, others, (before, found, after) => {
      expect(() => refuseReservedFlags([...before, found, ...after], webReserved)).toThrow(
        expect.objectContaining({
          code: 'BAD_REQUEST',
          message: expect.stringContaining(`argv[${before.length}] is ${flag}`),
        }),
      );
    }),
  );
});

test('what only contains or resembles one passes', () => {
  fc.assert(fc.property(others, argv => refuseReservedFlags(argv, webReserved)));
});

test('all are told at once, and the tool reserves --format alone', () => {
  expect(() => refuseReservedFlags(['--repo', 'x', '--format=text'], webReserved)).toThrow(
    'argv[0] is --repo, argv[2] is --format',
  );
  expect(() => refuseReservedFlags(['--repo', 'x'], toolReserved)).not.toThrow();
  expect(() => refuseReservedFlags(['--format', 'x'], toolReserved)).toThrow('argv[0] is --format');
});
