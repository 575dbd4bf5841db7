import { EventEmitter } from 'node:events';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { stopSignals } from './stop-signals.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function setUp() {
  const source = new EventEmitter();
  const signals = stopSignals(source);
  const state = () => ({ stop: signals.stop.aborted, kill: signals.kill.aborted });
  return { source, signals, state };
}

test.each(['SIGTERM', 'SIGINT'])('the first %s stops, the second one of either kills', first => {
  const { source, state } = setUp();
  expect(state()).toEqual({ stop: false, kill: false });
  source.emit(first);
  expect(state()).toEqual({ stop: true, kill: false });
  source.emit('SIGINT');
  expect(state()).toEqual({ stop: true, kill: true });
});

test('what has not stopped 20 s after the first is killed', () => {
  const { source, state } = setUp();
  source.emit('SIGTERM');
  vi.advanceTimersByTime(19_999);
  expect(state()).toEqual({ stop: true, kill: false });
  vi.advanceTimersByTime(1);
  expect(state()).toEqual({ stop: true, kill: true });
});

test('once disposed neither listens nor waits', () => {
  const { source, signals } = setUp();
  source.emit('SIGTERM');
  signals[Symbol.dispose]();
  expect(source.eventNames()).toEqual([]);
  expect(vi.getTimerCount()).toBe(0);
});
