import type { Cancel, Clock } from '@picket/monitor';
import type { CallOptions, KubeApi } from './api.ts';
import { isNotFound } from './kube-error.ts';
import { createOwnLease, groupLabel, type OwnLease } from './lease.ts';
import { watchLeases } from './lease-watch.ts';
import { createObservedGroup, type ObservedGroup } from './observed-group.ts';
import type { OwnerReference } from './resource.ts';
import { type Lease, leases } from './resources/leases.ts';

export interface MembershipSettings {
  readonly api: KubeApi;
  readonly namespace: string;
  /** Value of the label `picket.dev/group` that the Leases of one group have. */
  readonly group: string;
  /** Name of this member and of its Lease: the pod's name. */
  readonly name: string;
  /** The pod, so that its Lease goes with it. */
  readonly owner?: OwnerReference;
  readonly clock: Clock;
  readonly random: () => number;
  /** Milliseconds. Defaults 10,000 and 3,000. */
  readonly duration?: number;
  readonly renewEvery?: number;
  /** Told of each change of the members that are alive. */
  readonly onChange: (members: ReadonlySet<string>) => void;
  readonly onError: (error: unknown) => void;
}

/**
 * Who shares the work. Each member holds a Lease; another's has expired when our own monotonic clock has seen no
 * change of it for its duration, while we could look. While our own can't be renewed we look at nobody's: the
 * members stay as they were, and the time we were away counts against nobody once we are back.
 *
 * What comes of it, by the numbers of the tests:
 * 1. A member joins: it knows the others before it begins, and they learn of it at once, by a watch.
 * 2. Two join at the same moment: each learns of the other.
 * 3. A member leaves: the others learn of it at once.
 * 4. A member dies: the others do without it a duration after its last renewal.
 * 5. The server is away for all: nobody is missed, however long it is. Who died meanwhile is missed within a duration after.
 * 6. The server is away for one: that one goes on with the members it knew and says it holds nothing, the others do
 *    without it. Once it is back all agree.
 * 7. The group is split and each part has a server's ear in turn: as 6, and 5 for each that returns.
 * 8. Wall clocks jump or differ: nothing comes of it.
 * 9. A member starts again under its name: it takes its Lease over, and where that was in time nobody noticed.
 * 10. Somebody changes or deletes a Lease: its member writes it again.
 * 11. The server answers nothing, not even no: no call holds the next renewal up.
 * 12. The machine was stopped and goes on: as 5.
 * 13. A member died an hour ago and its pod was never cleared away: its Lease is deleted.
 */
export interface Membership {
  /**
   * Resolves once our Lease is held and the others are known. Tries for ever; only until then `signal` ends it,
   * which resolves it, too.
   */
  join(signal: AbortSignal): Promise<void>;
  /** Ourselves among them; none before we joined. */
  readonly members: ReadonlySet<string>;
  /** Whether our own Lease was renewed within its duration. */
  isHeld(): boolean;
  /** Deletes our Lease, so that others take over at once. Gives up quietly after 3 s: it expires anyway. */
  leave(): Promise<void>;
}

/** Throws a `RangeError` where a Lease would run out before its third renewal. */
export function createMembership(settings: MembershipSettings): Membership {
  const { duration = 10_000, renewEvery = 3_000 } = settings;
  if (!(renewEvery > 0 && duration >= 3 * renewEvery))
    throw new RangeError('a Lease must be renewed three times in its duration');
  return new LeaseMembership(settings, { duration, renewEvery });
}

/** Milliseconds. */
const leaveWithin = 3_000;

interface Times {
  readonly duration: number;
  readonly renewEvery: number;
}

class LeaseMembership implements Membership {
  readonly #settings: MembershipSettings;
  readonly #times: Times;
  readonly #own: OwnLease;
  readonly #others: ObservedGroup;
  readonly #end = new AbortController();
  readonly #call: Required<CallOptions>;
  readonly #joined = Promise.withResolvers<void>();
  #running: Promise<unknown> | undefined;
  #members: ReadonlySet<string> = new Set();
  /** When the last renewal that succeeded was begun, on the clock. */
  #renewedAt = -Infinity;
  /** When the next is due. */
  #renewAt = -Infinity;
  /** Whether the last one succeeded: else we look at nobody. */
  #isRenewed = false;
  #failures = 0;
  /** The watch saw something since the last look began. */
  #isLookWanted = false;
  #wake: () => void = () => {};

  constructor(settings: MembershipSettings, times: Times) {
    this.#settings = settings;
    this.#times = times;
    this.#call = { signal: this.#end.signal, timeout: (times.renewEvery * 2) / 3 };
    this.#own = createOwnLease({ ...settings, duration: times.duration });
    this.#others = createObservedGroup({ self: settings.name, ...times });
  }

  get members(): ReadonlySet<string> {
    return this.#members;
  }

  isHeld(): boolean {
    const age = this.#settings.clock.now() - this.#renewedAt;
    return !this.#end.signal.aborted && age < this.#times.duration;
  }

  async join(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    const giveUp = () => this.#stop();
    signal.addEventListener('abort', giveUp, { once: true });
    this.#running ??= Promise.all([this.#run(), this.#watch()]);
    await this.#joined.promise;
    signal.removeEventListener('abort', giveUp);
  }

  async leave(): Promise<void> {
    this.#stop();
    if (this.#running === undefined) return;
    await this.#running;
    try {
      await this.#own.release({ timeout: leaveWithin });
    } catch (error) {
      this.#settings.onError(error);
    }
  }

  #stop(): void {
    this.#end.abort();
    this.#joined.resolve();
    this.#wake();
  }

  async #run(): Promise<void> {
    const { signal } = this.#end;
    while (!signal.aborted) {
      const next = await this.#step();
      if (!signal.aborted) await this.#rest(next);
    }
  }

  /** Returns until when, on the clock, there is nothing to do. */
  async #step(): Promise<number> {
    try {
      if (this.#renewAt <= this.#settings.clock.now()) await this.#renew();
      if (this.#isRenewed) await this.#look();
      this.#failures = 0;
      return Math.min(this.#renewAt, this.#others.nextExpiry);
    } catch (error) {
      if (!this.#end.signal.aborted) this.#settings.onError(error);
      return this.#putOff();
    }
  }

  async #renew(): Promise<void> {
    const { clock, random } = this.#settings;
    const began = clock.now();
    this.#isRenewed = false;
    await this.#own.renew(this.#call);
    this.#isRenewed = true;
    this.#renewedAt = began;
    this.#renewAt = began + this.#times.renewEvery * (1 - random() / 10);
  }

  async #look(): Promise<void> {
    const { api, namespace, group, name, clock } = this.#settings;
    this.#isLookWanted = false;
    const askedAt = clock.now();
    const labelSelector = `${groupLabel}=${group}`;
    const page = await api.list(leases, { namespace }, { labelSelector, ...this.#call });
    this.#end.signal.throwIfAborted();
    for (const { error } of page.undecodable ?? []) this.#settings.onError(error);
    this.#others.see(page, { askedAt, answeredAt: clock.now() });
    this.#tell(new Set([name, ...this.#others.alive()]));
    this.#joined.resolve();
    await this.#clearAway();
  }

  /** What the garbage collector leaves, which deletes the Leases of pods that are gone. */
  async #clearAway(): Promise<void> {
    const { api, namespace, clock, onError } = this.#settings;
    for (const { name, uid } of this.#others.longDead(clock.now())) {
      const options = { ...this.#call, ...(uid !== undefined && { uid }) };
      try {
        await api.remove(leases, { namespace, name }, options);
      } catch (error) {
        if (!isNotFound(error)) onError(error);
      }
    }
  }

  #tell(members: ReadonlySet<string>): void {
    const { size } = this.#members;
    if (members.size === size && [...members].every(name => this.#members.has(name))) return;
    this.#members = members;
    this.#settings.onChange(members);
  }

  /** After a failure: soon again, so that nobody misses us for the server's short absence. */
  #putOff(): number {
    const { clock, random } = this.#settings;
    const { renewEvery } = this.#times;
    const wait = Math.min((renewEvery / 6) * 2 ** this.#failures++, renewEvery / 2);
    const next = clock.now() + wait * (1 - random() / 2);
    if (!this.#isRenewed) this.#renewAt = next;
    return Math.min(this.#renewAt, next);
  }

  #rest(until: number): Promise<void> {
    const { clock } = this.#settings;
    const { promise, resolve } = Promise.withResolvers<void>();
    const cancel: Cancel = clock.setTimer(Math.max(1, until - clock.now()), resolve);
    this.#wake = resolve;
    if (this.#isLookWanted && this.#isRenewed) resolve();
    return promise.finally(cancel);
  }

  /** So that who joins or leaves is known at once, not by the next look. */
  #watch(): Promise<void> {
    const { name, clock } = this.#settings;
    const watch = {
      ...this.#settings,
      onHeard: (lease: Lease) => {
        if (lease.metadata.name === name) return;
        if (this.#others.hear(lease, clock.now())) this.#wantLook();
      },
      onGone: (gone: string) => {
        if (gone === name) this.#renewAt = clock.now();
        if (this.#members.has(gone)) this.#wantLook();
      },
      onRefilled: () => this.#wantLook(),
    };
    return watchLeases(watch, this.#end.signal);
  }

  #wantLook(): void {
    this.#isLookWanted = true;
    if (this.#isRenewed) this.#wake();
  }
}
