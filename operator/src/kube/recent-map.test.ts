import { expect, test } from 'vitest';
import { createRecentMap } from './recent-map.ts';

test('what was not asked for or set for longest makes room', () => {
  const map = createRecentMap<number>(2);
  map.set('a', 1);
  map.set('b', 2);
  expect(map.get('a')).toBe(1);
  map.set('c', 3);
  expect(['a', 'b', 'c'].map(map.get)).toEqual([1, undefined, 3]);
  map.set('a', 4);
  map.set('d', 5);
  expect(['a', 'c', 'd'].map(map.get)).toEqual([4, undefined, 5]);
});
