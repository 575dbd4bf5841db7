import { expect, test } from 'vitest';
import type { RequestSummary } from './summary.ts';
import { answerOf, millisecondsOf } from './wording.ts';

const summary = (fields: Partial<RequestSummary>): RequestSummary => ({
  ...{ probe: 'shop', request: 'GET http://shop/', kind: 'http', health: 'ok' },
  ...{ alerts: [], incidents: [], ...fields },
});

test.each([
  [200, 'OK', '200 OK'],
  [204, '', '204'],
  [404, 'Not\u001b[31m Found', '404 Not [31m Found'],
])('an answer is its status and what the server calls it: %s %j', (status, statusText, line) => {
  expect(answerOf(summary({ status, statusText }))).toBe(line);
});

test.each([
  [
    2,
    'connect ECONNREFUSED 127.0.0.1:1',
    '2 Connection refused (connect ECONNREFUSED 127.0.0.1:1)',
  ],
  [6, 'no answer within 500 ms', '6 Timed out (no answer within 500 ms)'],
  [26, 'WRONGPASS invalid password', '26 WRONGPASS invalid password'],
  [99, 'ping is not installed', '99 ping is not installed'],
])(
  'a failure is its code, what that means where it says more than the reason, and the reason: %i',
  (status, reason, line) => {
    expect(answerOf(summary({ status, statusText: reason, reason }))).toBe(line);
  },
);

test('a skipped request says so and why', () => {
  expect(answerOf(summary({ reason: 'responses.[0].data.token is not there' }))).toBe(
    'skipped: responses.[0].data.token is not there',
  );
});

test.each([
  [0.021, '0.02 ms'],
  [3.14, '3.1 ms'],
  [2004.4, '2004 ms'],
])('%d ms have as many digits as tell something', (time, text) => {
  expect(millisecondsOf(summary({ time }))).toBe(text);
});
