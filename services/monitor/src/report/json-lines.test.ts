import { expect, test } from 'vitest';
import { answeredHttps, exampleProbe, judgeRuns, refused } from '../../fixtures/example-run.ts';
import { hostileRuns } from '../../fixtures/hostile-run.ts';
import { PicketError } from '../errors.ts';
import { createJsonLines } from './json-lines.ts';

function setUp() {
  const written: string[] = [];
  const reporter = createJsonLines({ write: line => written.push(line) });
  return { reporter, written, lines: () => written.map(line => JSON.parse(line)) };
}

test('each request of a run and each transition is one object', () => {
  const { reporter, lines } = setUp();
  const probe = exampleProbe('shop');
  const runs = judgeRuns(
    probe,
    [answeredHttps(200, { time: 12.3456 })],
    [refused()],
    [refused()],
    [answeredHttps()],
    [answeredHttps()],
  );
  for (const run of runs) reporter.judged(run);
  const request = { probe: 'shop', request: 'home', kind: 'http' };
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  expect(lines().slice(0, 2)).toEqual([
    {
      level: 'info',
      time,
      msg: 'request',
      ...request,
      health: 'ok',
      status: 200,
      statusText: '',
      ms: 12.35,
      alerts: [],
      incidents: [],
    },
    {
      level: 'warn',
      time,
      msg: 'request',
      ...request,
      health: 'alert',
      status: 2,
      statusText: expect.any(String),
      reason: expect.stringContaining('ECONNREFUSED'),
      ms: 1.25,
      alerts: ['unreachable'],
      incidents: [],
    },
  ]);
  const transition = { probe: 'shop', request: 'home', alert: 'unreachable', message: 'down' };
  const id = expect.stringMatching(/^[0-9a-f]{32}$/);
  expect(lines().filter(({ msg }) => msg !== 'request')).toEqual([
    { level: 'warn', time, msg: 'incident', id, ...transition },
    { level: 'info', time, msg: 'recovery', id, ...transition },
  ]);
});

test('a foreign text stays inside its line', () => {
  const { reporter, written } = setUp();
  for (const run of hostileRuns()) reporter.judged(run);
  expect(written).toHaveLength(3);
  for (const line of written) expect(line.trimEnd()).not.toMatch(/[\r\n]/);
});

test('an error is told with its code', () => {
  const { reporter, lines } = setUp();
  reporter.log.error({ err: new PicketError('PKT_CONFIG_INVALID', 'two errors') }, 'kept');
  expect(lines()).toMatchObject([
    { level: 'error', msg: 'kept', err: { code: 'PKT_CONFIG_INVALID', message: 'two errors' } },
  ]);
});
