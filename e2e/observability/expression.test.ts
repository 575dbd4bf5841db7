import { expect, test } from 'vitest';
import { readExpression } from './expression.ts';

test.each([
  ['up', ['up'], []],
  [
    'sum by (le, job) (rate(a_bucket{job="x", le=~"a}|b"}[5m]))',
    ['a_bucket{job="x", le=~"a}|b"}'],
    ['le', 'job'],
  ],
  ['topk(10, max without (pod) (a) > 0) or vector(0)', ['a'], ['pod']],
  [
    'a and on (job, instance) last_over_time(b{c!="d"}[1h] offset 15m)',
    ['a', 'b{c!="d"}'],
    ['job', 'instance', 'c'],
  ],
  ['1 - level:a:avg5m > on () group_left () 14.4 * (1 - b)', ['level:a:avg5m', 'b'], []],
  ['label_replace(max by (a) (b), "scope", "x=$1", "a", "(.*)")', ['b'], ['a']],
  ['histogram_quantile(0.99, sum by (le) (rate(a_bucket[5m])))', ['a_bucket'], ['le']],
])('%s', (text, selectors, labels) => {
  const read = readExpression(text);
  expect(read.selectors.map(selector => selector.text)).toEqual(selectors);
  expect(read.labels).toEqual(labels);
});

test('what it does not know it refuses', () => {
  expect(() => readExpression('a @ 5 ? b')).toThrow('no PromQL that is known: @ 5');
});
