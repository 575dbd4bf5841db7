import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { answeredHttps, exampleProbe, judgeRuns, refused } from '../../fixtures/example-run.ts';
import { hostile, hostileRuns, withoutOwnCodes } from '../../fixtures/hostile-run.ts';
import { PicketError } from '../errors.ts';
import { createTextLines } from './text-lines.ts';

function setUp() {
  const [out, err] = [new PassThrough(), new PassThrough()];
  const read = (stream: PassThrough) => stripVTControlCharacters(String(stream.read() ?? ''));
  return { lines: createTextLines(out, err), out, written: () => read(out), told: () => read(err) };
}

test('one line for each request, and one for each transition', () => {
  const { lines, written } = setUp();
  const runs = judgeRuns(exampleProbe('shop'), [answeredHttps()], [refused()], [refused()]);
  for (const run of runs) lines.judged(run);
  expect(written().split('\n')).toEqual([
    '✔  shop / home  200  43 ms',
    expect.stringMatching(
      /^✖ {2}shop \/ home {2}2 .*ECONNREFUSED.* {2}1\.3 ms {2}alert: unreachable$/,
    ),
    expect.stringMatching(/^✖/),
    '22:13:20 INCIDENT shop / home / unreachable: down',
    '',
  ]);
});

test('a foreign text neither steers the terminal nor makes lines of its own', () => {
  const { lines, out, told } = setUp();
  for (const run of hostileRuns()) lines.judged(run);
  lines.log.warn({ reason: hostile }, 'it failed');
  const written = String(out.read());
  expect(written.split('\n')).toHaveLength(4);
  const plain = withoutOwnCodes(written);
  expect(plain).not.toMatch(/[\p{Cc}\p{Bidi_Control}\p{Zl}]/u);
  expect(told().split('\n')).toHaveLength(2);
});

test('an error that tells of several things is told in as many lines', () => {
  const { lines, told } = setUp();
  const error = new PicketError('PKT_CONFIG_INVALID', 'it has 2 errors\nthe first\nthe second');
  lines.log.error({ err: error }, 'the old one goes on');
  lines.log.info({ probes: 2 }, 'watching');
  expect(told()).toBe(
    'error: the old one goes on  err: it has 2 errors\n  the first\n  the second\nwatching  probes: 2\n',
  );
});
