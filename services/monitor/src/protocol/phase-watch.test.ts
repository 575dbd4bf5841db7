import { expect, test } from 'vitest';
import { watchPhases } from './phase-watch.ts';

test('gives the milliseconds of each phase reached and of the whole', () => {
  let now = 100;
  const watch = watchPhases('resolve', () => now);
  now = 103;
  watch.enter('connect');
  now = 110;
  expect(watch.phase).toBe('connect');
  expect(watch.read()).toEqual({ time: 10, phases: { resolve: 3, connect: 7 } });
  expect(watch.read(105)).toEqual({ time: 5, phases: { resolve: 3, connect: 2 } });
});

test('adds up a phase that is entered again', () => {
  let now = 0;
  const watch = watchPhases('resolve', () => now);
  now = 1;
  watch.enter('connect');
  now = 3;
  watch.enter('resolve');
  now = 6;
  expect(watch.read()).toEqual({ time: 6, phases: { resolve: 4, connect: 2 } });
});
