import { PassThrough } from 'node:stream';
import { afterEach, expect, test } from 'vitest';
import { answeredHttps, exampleProbe, judgeRuns } from '../../fixtures/example-run.ts';
import { openReporter } from './open-reporter.ts';
import type { Reporter } from './reporter.ts';

const opened: Reporter[] = [];

afterEach(() => {
  for (const reporter of opened.splice(0)) reporter[Symbol.dispose]();
});

function open(terminal: { isTTY?: boolean; rows?: number; columns?: number }, isLive = true) {
  const stdout = Object.assign(new PassThrough(), terminal);
  const output = terminal.isTTY ? undefined : 'text';
  const reporter = openReporter({
    output,
    isLive,
    footer: [],
    stdout,
    stderr: new PassThrough(),
  });
  opened.push(reporter);
  for (const run of judgeRuns(exampleProbe('shop'), [answeredHttps()])) reporter.judged(run);
  return { reporter, stdout, written: () => String(stdout.read() ?? '') };
}

const line = /shop \/ home {2}200 .*\n$/;
const terminal = { isTTY: true, rows: 24, columns: 80 };

test('a terminal gets a live table, once it is drawn', () => {
  const { reporter, written } = open(terminal);
  expect(written()).toBe('');
  reporter[Symbol.dispose]();
  expect(written()).toMatch(/shop {6}home {6}healthy/);
});

test.each([
  ['no terminal', open.bind(undefined, {})],
  ['a terminal that does not tell its size', open.bind(undefined, { ...terminal, rows: 0 })],
  ['a terminal where whole passes are run', open.bind(undefined, terminal, false)],
])('%s gets lines of text', (_, openIt) => {
  expect(openIt().written()).toMatch(line);
});

test('a reader that went away is no error, whatever else happens to the output is', () => {
  const { stdout } = open({});
  const gone = Object.assign(new Error('write EPIPE'), { code: 'EPIPE' });
  expect(() => stdout.emit('error', gone)).not.toThrow();
  expect(() => stdout.emit('error', new Error('other'))).toThrow('other');
});
