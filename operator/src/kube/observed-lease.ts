import type { Lease } from './resources/leases.ts';

/** What one member saw of another's Lease. Times are of the observer's own monotonic clock. */
export interface ObservedLease {
  readonly uid: string | undefined;
  readonly resourceVersion: string | undefined;
  /** Milliseconds without a change after which it has expired. */
  readonly duration: number;
  /** Since when it was seen not to change. */
  readonly unchangedSince: number;
  readonly isExpired: boolean;
}

/** One look at the server. */
export interface Look {
  readonly askedAt: number;
  readonly answeredAt: number;
  /** Milliseconds of an outage before it, in which the others may have been kept from renewing, too; mostly 0. */
  readonly unseen: number;
  /** Milliseconds; for a Lease that doesn't say its own. */
  readonly defaultDuration: number;
}

/**
 * Another's clock is never read: a Lease has expired when it was not seen to change for its duration. An outage
 * does not count, but who had expired has not come to life by it.
 */
export function observe(
  lease: Lease,
  before: ObservedLease | undefined,
  look: Look,
): ObservedLease {
  const { uid, resourceVersion } = lease.metadata;
  const seconds = lease.spec?.leaseDurationSeconds;
  const duration = seconds === undefined ? look.defaultDuration : seconds * 1000;
  const seen = { uid, resourceVersion, duration };
  const isNew = before?.uid !== uid || before?.resourceVersion !== resourceVersion;
  if (before === undefined || isNew) {
    return { ...seen, unchangedSince: look.answeredAt, isExpired: false };
  }
  const unchangedSince = Math.min(before.unchangedSince + look.unseen, look.answeredAt);
  const { isExpired } = before;
  const hasLapsed = look.askedAt >= unchangedSince + duration;
  return { ...seen, unchangedSince, isExpired: isExpired || hasLapsed };
}
