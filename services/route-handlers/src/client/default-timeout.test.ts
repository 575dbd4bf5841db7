import { Type } from 'typebox';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callEndpoint } from './call-endpoint.ts';
import { defineEndpoint } from './endpoint.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it('gives a call 10,000 ms where it is not told how many', async () => {
  const endpoint = defineEndpoint({ method: 'GET', path: '/posts', response: () => Type.Null() });
  let isOver = false;
  const call = callEndpoint(endpoint, undefined, { fetch: () => new Promise(() => {}) });
  const ended = expect(call).rejects.toMatchObject({ name: 'TimeoutError' });
  void call.catch(() => {
    isOver = true;
  });
  await vi.advanceTimersByTimeAsync(9_999);
  expect(isOver).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await ended;
});
