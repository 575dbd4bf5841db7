import type { Page } from './api.ts';
import { type ObservedLease, observe } from './observed-lease.ts';
import type { Lease } from './resources/leases.ts';

export interface ObservedGroupSettings {
  /** The observer, whose own Lease is none of the others'. */
  readonly self: string;
  /** Milliseconds, of the observer's own Lease. */
  readonly duration: number;
  readonly renewEvery: number;
}

/** The Leases of the other members of a group, as one member sees them. Times are of its own monotonic clock. */
export interface ObservedGroup {
  /** Takes in everything there is, as the server answered it. */
  see(page: Page<Lease>, look: { readonly askedAt: number; readonly answeredAt: number }): void;
  /** Takes in a change that was heard of; returns whether another look may find others alive than now. */
  hear(lease: Lease, heardAt: number): boolean;
  alive(): readonly string[];
  /** When the next of them expires if it doesn't change. */
  readonly nextExpiry: number;
  /** Expired for an hour. Each is named once an hour. */
  longDead(now: number): readonly { readonly name: string; readonly uid: string | undefined }[];
}

export function createObservedGroup(settings: ObservedGroupSettings): ObservedGroup {
  const { self, duration, renewEvery } = settings;
  let observed = new Map<string, ObservedLease>();
  let seenAt = -Infinity;

  return {
    see({ items, undecodable = [] }, { askedAt, answeredAt }) {
      // Less than that long, nobody can have missed so many renewals for the same reason as to expire. Time spent
      // waiting for this answer counts: the process may have been stopped meanwhile.
      const gap = answeredAt - seenAt;
      const unseen = gap > 1.5 * renewEvery ? gap - renewEvery : 0;
      const look = { askedAt, answeredAt, unseen, defaultDuration: duration };
      const seen = new Map<string, ObservedLease>();
      for (const lease of items) {
        const { name, deletionTimestamp } = lease.metadata;
        if (name === self || deletionTimestamp !== undefined) continue;
        seen.set(name, observe(lease, observed.get(name), look));
      }
      // What can't be read tells nothing, least of all that its member is gone.
      for (const { object } of undecodable) {
        if (object === undefined) continue;
        const before = observed.get(object.metadata.name);
        if (before !== undefined) seen.set(object.metadata.name, before);
      }
      observed = seen;
      seenAt = answeredAt;
    },
    hear(lease, heardAt) {
      const before = observed.get(lease.metadata.name);
      if (before === undefined || before.isExpired) return true;
      // A watch that lagged behind tells of old renewals, which prove nothing.
      const { name, uid, resourceVersion } = lease.metadata;
      if (isNewer(resourceVersion, before.resourceVersion))
        observed.set(name, { ...before, uid, resourceVersion, unchangedSince: heardAt });
      return false;
    },
    alive: () => [...observed].filter(([, { isExpired }]) => !isExpired).map(([name]) => name),
    get nextExpiry() {
      const alive = [...observed.values()].filter(({ isExpired }) => !isExpired);
      return Math.min(...alive.map(lease => lease.unchangedSince + lease.duration));
    },
    longDead(now) {
      const dead = [...observed].filter(
        ([, lease]) =>
          lease.isExpired && now >= lease.unchangedSince + lease.duration + clearedAfter,
      );
      for (const [name, lease] of dead) observed.set(name, { ...lease, unchangedSince: now });
      return dead.map(([name, { uid }]) => ({ name, uid }));
    },
  };
}

/** Milliseconds an expired Lease stays, to be read by people. */
const clearedAfter = 3_600_000;

/** Resource versions are decimal numbers that grow; what is none is no newer. */
function isNewer(one = '', other = ''): boolean {
  return /^\d+$/.test(one) && /^\d+$/.test(other) && BigInt(one) > BigInt(other);
}
