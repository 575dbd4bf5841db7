import type { StoredResult } from './store.ts';

/** A result as JSON gives it, with the names that the lines of `picket` have. */
export function shownResult(result: StoredResult): object {
  const { at, probe, request, health, isGood, status, time, reason, alerts, body } = result;
  return {
    time: new Date(at).toISOString(),
    probe,
    request,
    health,
    good: isGood,
    ...(status !== undefined && { status }),
    ...(time !== undefined && { ms: time }),
    ...(reason !== undefined && { reason }),
    alerts,
    ...(body !== undefined && { body }),
  };
}
