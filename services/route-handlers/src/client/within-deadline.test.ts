import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { withinDeadline } from './within-deadline.ts';

const ample = 60_000;
const never = () => new Promise<never>(() => {});

describe('withinDeadline', () => {
  it('gives what the work gives, or its error, and listens no longer', async () => {
    const { signal } = new AbortController();
    const deadline = { timeoutMs: ample, signals: [signal] };
    const work = async (): Promise<number> => {
      expect(getEventListeners(signal, 'abort')).toHaveLength(1);
      return 1;
    };
    expect(await withinDeadline(deadline, work)).toBe(1);
    await expect(withinDeadline(deadline, () => Promise.reject(new Error('no')))).rejects.toThrow(
      'no',
    );
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('ends work that takes too long, and tells it, whether it heeds that or not', async () => {
    let given: AbortSignal | undefined;
    const deadline = { timeoutMs: 1, signals: [] };
    const result = withinDeadline(deadline, signal => {
      given = signal;
      return never();
    });
    const expected = { name: 'TimeoutError', message: 'no answer within 1 ms' };
    await expect(result).rejects.toMatchObject(expected);
    expect(given?.reason).toMatchObject(expected);
  });

  it.each([0, 1])('ends with the reason of whichever signal, number %i', async index => {
    const aborts = [new AbortController(), new AbortController()];
    const deadline = { timeoutMs: ample, signals: aborts.map(({ signal }) => signal) };
    const result = withinDeadline(deadline, never);
    const reason = new Error('gone');
    aborts[index]?.abort(reason);
    await expect(result).rejects.toBe(reason);
    for (const { signal } of aborts) expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('makes an error of a reason that is none', async () => {
    const deadline = { timeoutMs: ample, signals: [AbortSignal.abort('bored')] };
    await expect(withinDeadline(deadline, never)).rejects.toMatchObject({
      name: 'AbortError',
      message: 'the call was aborted',
      cause: 'bored',
    });
  });

  it('starts nothing after the end', async () => {
    const deadline = { timeoutMs: ample, signals: [AbortSignal.abort()] };
    let starts = 0;
    const work = async () => {
      starts += 1;
    };
    await expect(withinDeadline(deadline, work)).rejects.toMatchObject({ name: 'AbortError' });
    expect(starts).toBe(0);
  });

  it.each([0, -1, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 31])(
    'refuses %d ms',
    async timeoutMs => {
      await expect(withinDeadline({ timeoutMs, signals: [] }, never)).rejects.toMatchObject({
        code: 'RH_CALL',
        message: `options/timeoutMs must be from 1 to 2147483647, not ${timeoutMs}`,
      });
    },
  );
});
