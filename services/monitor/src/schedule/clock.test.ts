import { once } from 'node:events';
import { expect, test } from 'vitest';
import { systemClock } from './clock.ts';

test('calls a timer no sooner than asked', async () => {
  const began = systemClock.now();
  await new Promise<void>(resolve => systemClock.setTimer(3.5, resolve));
  // Node's timers count whole milliseconds of a clock of their own, so up to one may be missing.
  expect(systemClock.now() - began).toBeGreaterThan(2.5);
});

test('does not call what was cancelled', async () => {
  const target = new EventTarget();
  const called: string[] = [];
  const cancelTimer = systemClock.setTimer(0, () => called.push('timer'));
  const cancelTurn = systemClock.afterOthers(() => called.push('turn'));
  cancelTimer();
  cancelTurn();
  const ended = once(target, 'end');
  systemClock.setTimer(5, () => target.dispatchEvent(new Event('end')));
  await ended;
  expect(called).toEqual([]);
});

test('waits for a timer longer than Node can, instead of calling it at once', async () => {
  const called: string[] = [];
  const cancel = systemClock.setTimer(2 ** 40, () => called.push('timer'));
  await new Promise<void>(resolve => systemClock.setTimer(5, resolve));
  cancel();
  expect(called).toEqual([]);
});
