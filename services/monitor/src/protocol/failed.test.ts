import { expect, test } from 'vitest';
import { failed, failedBy } from './failed.ts';

const sent = {
  config: { url: 'http://a', method: 'GET', headers: {}, data: undefined },
  time: 5,
  measured: { startedAt: 1, phases: { resolve: 5 } },
};

test('a failed result carries its code as the status and its reason as the text', () => {
  const result = failed({ ...sent, code: 2, reason: 'refused', phase: 'connect' });
  expect(result).toEqual({
    kind: 'failed',
    response: { status: 2, statusText: 'refused', time: 5, config: sent.config },
    failure: { code: 2, reason: 'refused', phase: 'connect' },
    measured: sent.measured,
  });
});

test('an error gives code, reason and cause', () => {
  const error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:1'), {
    code: 'ECONNREFUSED',
  });
  expect(failedBy(error, 'connect', sent).failure).toEqual({
    code: 2,
    reason: 'connect ECONNREFUSED 127.0.0.1:1',
    phase: 'connect',
    cause: error,
  });
});

test('an error of several addresses without a message gives the first one’s reason', () => {
  const several = new AggregateError([new Error('first'), new Error('second')]);
  expect(failedBy(several, 'connect', sent).failure.reason).toBe('first');
});
