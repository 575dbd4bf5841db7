import { expect, test, vi } from 'vitest';
import { onAbort } from './on-abort.ts';

test('calls every listener of a signal once, in the order added', () => {
  const controller = new AbortController();
  const calls: string[] = [];
  onAbort(controller.signal, () => calls.push('first'));
  onAbort(controller.signal, () => calls.push('second'));
  controller.abort();
  controller.abort();
  expect(calls).toEqual(['first', 'second']);
});

test('calls no listener that was taken back, nor one of another signal', () => {
  const controller = new AbortController();
  const listener = vi.fn();
  onAbort(controller.signal, listener)();
  onAbort(new AbortController().signal, listener);
  controller.abort();
  expect(listener).not.toHaveBeenCalled();
});
