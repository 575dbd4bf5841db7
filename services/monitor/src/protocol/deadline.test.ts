import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { startDeadline } from './deadline.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const never = () => new Promise<never>(() => {});
const live = new AbortController().signal;

describe('a deadline', () => {
  test('gives what the work gives when it comes in time', async () => {
    using deadline = startDeadline({ timeout: 1000, signal: live });
    expect(await deadline.race(async () => 'answer')).toBe('answer');
    await expect(deadline.race(() => Promise.reject(new Error('broken')))).rejects.toThrow(
      'broken',
    );
  });

  test('ends with code 6 after the time-out, and not before', async () => {
    using deadline = startDeadline({ timeout: 1000, signal: live });
    const work = expect(deadline.race(never)).rejects.toMatchObject({ status: 6 });
    await vi.advanceTimersByTimeAsync(999);
    expect(deadline.signal.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(deadline.signal.aborted).toBe(true);
    await work;
  });

  test('ends with code 12 when the run is canceled', async () => {
    const canceling = new AbortController();
    using deadline = startDeadline({ timeout: 1000, signal: canceling.signal });
    const work = expect(deadline.race(never)).rejects.toMatchObject({ status: 12 });
    canceling.abort();
    await work;
  });

  test('keeps its first cause', async () => {
    const canceling = new AbortController();
    using deadline = startDeadline({ timeout: 1000, signal: canceling.signal });
    await vi.advanceTimersByTimeAsync(1000);
    canceling.abort();
    expect(deadline.signal.reason).toMatchObject({ status: 6 });
  });

  test('starts no work once it has ended', async () => {
    using deadline = startDeadline({ timeout: 1000, signal: AbortSignal.abort() });
    const work = vi.fn(never);
    await expect(deadline.race(work)).rejects.toMatchObject({ status: 12 });
    expect(work).not.toHaveBeenCalled();
  });

  test('leaves no timer behind when disposed', () => {
    startDeadline({ timeout: 1000, signal: live })[Symbol.dispose]();
    expect(vi.getTimerCount()).toBe(0);
  });
});
