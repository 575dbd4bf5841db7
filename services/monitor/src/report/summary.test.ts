import { expect, test } from 'vitest';
import {
  answeredHttps,
  exampleProbe,
  exampleRequest,
  judgeRuns,
  refused,
} from '../../fixtures/example-run.ts';
import { summarize } from './summary.ts';

const probe = exampleProbe('shop', {
  requests: [exampleRequest(), exampleRequest({ key: 'cart' }), exampleRequest({ key: 'pay' })],
});

test('says of each request that was not left out what it answered and what is true of it', () => {
  const [run] = judgeRuns(probe, [answeredHttps(), refused(), 'left-out']);
  expect(run && summarize(run)).toEqual([
    {
      probe: 'shop',
      request: 'home',
      kind: 'http',
      health: 'ok',
      status: 200,
      statusText: '',
      time: 42.5,
      alerts: [],
      incidents: [],
    },
    {
      probe: 'shop',
      request: 'cart',
      kind: 'http',
      health: 'alert',
      status: 2,
      statusText: expect.any(String),
      time: 1.25,
      reason: 'connect ECONNREFUSED "secret"',
      alerts: ['unreachable'],
      incidents: [],
    },
  ]);
});

test('an alert in incident stays one while its target answers well again', () => {
  const runs = judgeRuns(probe, [refused()], [refused()], [answeredHttps()]);
  const summaries = runs.map(run => summarize(run)[0]);
  expect(summaries.map(summary => summary?.incidents)).toEqual([
    [],
    ['unreachable'],
    ['unreachable'],
  ]);
  expect(summaries.map(summary => summary?.health)).toEqual(['alert', 'alert', 'ok']);
});

test('a skipped request says why, and is no true alert', () => {
  const [run] = judgeRuns(probe, [answeredHttps(), 'skipped', 'left-out']);
  const summary = run && summarize(run)[1];
  expect(summary).toMatchObject({ health: 'skipped', reason: 'no response', alerts: [] });
  expect(summary).not.toHaveProperty('status');
});
