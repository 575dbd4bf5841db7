import type { Clock } from '@picket/monitor';
import { KubeError } from './kube-error.ts';

export interface ReflectorBackoff {
  /** Milliseconds to wait after this failure. */
  after(error: unknown): number;
}

/** Doubled by each failure, and by up to two once more at random: 0.8 s to 1.6 s at first, 15 s to 30 s at last. */
const first = 800;
const longest = 15_000;
/** Milliseconds without a failure after which it begins anew. */
const healthyAfter = 120_000;
/** A server that asks for more is asked again all the same. */
const longestRetryAfter = 120_000;

/** As client-go's reflector waits, but never for more than 30 s unless the server asks for it. */
export function createReflectorBackoff({
  clock,
  random,
}: {
  readonly clock: Pick<Clock, 'now'>;
  readonly random: () => number;
}): ReflectorBackoff {
  let failures = 0;
  let resumedAt = Number.NEGATIVE_INFINITY;

  return {
    after(error) {
      const now = clock.now();
      if (now - resumedAt >= healthyAfter) failures = 0;
      const base = Math.min(first * 2 ** failures++, longest);
      const wait = Math.max(base * (1 + random()), retryAfterOf(error));
      resumedAt = now + wait;
      return wait;
    },
  };
}

function retryAfterOf(error: unknown): number {
  const asked = error instanceof KubeError ? (error.retryAfter ?? 0) : 0;
  return Math.min(asked, longestRetryAfter);
}
