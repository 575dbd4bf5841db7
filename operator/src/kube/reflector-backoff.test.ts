import { createFakeClock } from '@picket/monitor/fixtures/fake-clock';
import { describe, expect, test } from 'vitest';
import { KubeError, unreachable } from './kube-error.ts';
import { createReflectorBackoff } from './reflector-backoff.ts';

const lost = unreachable('connection refused');
const busy = (retryAfter: number) =>
  new KubeError('busy', { status: 429, reason: 'TooManyRequests', retryAfter });

/** What is waited after each failure, where the next comes as soon as that is over. */
async function waits(failures: readonly Error[], random = 0): Promise<number[]> {
  const clock = createFakeClock();
  const backoff = createReflectorBackoff({ clock, random: () => random });
  const waited: number[] = [];
  for (const failure of failures) {
    const wait = backoff.after(failure);
    waited.push(wait);
    await clock.advance(wait);
  }
  return waited;
}

describe('the wait after a failure', () => {
  test('doubles from 0.8 s to 15 s', async () => {
    const expected = [800, 1600, 3200, 6400, 12_800, 15_000, 15_000];
    expect(await waits(expected.map(() => lost))).toEqual(expected);
  });

  test('is up to twice that at random, so never more than 30 s', async () => {
    expect(await waits([lost, lost], 0.5)).toEqual([1200, 2400]);
    const longest = (await waits(Array(20).fill(lost), 0.999_999)).at(-1);
    expect(longest).toBeLessThan(30_000);
    expect(longest).toBeGreaterThan(29_999);
  });

  test('is as long as the server asks for, up to two minutes', async () => {
    const failures = [busy(5000), busy(100), busy(3_600_000)];
    expect(await waits(failures)).toEqual([5000, 1600, 120_000]);
  });

  test('begins anew after two minutes of health, and not before', async () => {
    const clock = createFakeClock();
    const backoff = createReflectorBackoff({ clock, random: () => 0 });
    const failAfter = (ms: number) => clock.advance(ms).then(() => backoff.after(lost));
    expect(await failAfter(0)).toBe(800);
    expect(await failAfter(800 + 119_999)).toBe(1600);
    expect(await failAfter(1600 + 120_000)).toBe(800);
  });
});
