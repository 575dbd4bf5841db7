import type { Transition } from '../alert/transition.ts';
import type { Log } from '../report/log.ts';
import type { Cancel, Clock } from '../schedule/clock.ts';
import type { Channel, Following } from './channel.ts';
import { inTime } from './in-time.ts';
import type { Outbox } from './outbox.ts';
import { waitAfter, wordFailure } from './verdict.ts';

export interface FollowingContext {
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  /** From 0 to below 1; spreads retries. */
  readonly random: () => number;
  readonly log: Pick<Log, 'info' | 'warn' | 'error'>;
  readonly outbox: Pick<Outbox, 'owes'>;
}

/** An incident that the channel is still to be told of that it was left. */
export interface Leaving {
  readonly incident: Transition;
  readonly since: number;
  readonly attempts: number;
  readonly notBefore: number;
}

/** Milliseconds until the first look: by then what lasted before a restart has shown itself. */
const firstLook = 15_000;
/** Milliseconds that one look may take: it may be many calls of the receiver. */
const longestLook = 60_000;
/** Milliseconds for which the telling of one that was left is tried. */
const giveUpAfter = 60 * 60 * 1000;
/** Milliseconds between two looks at whether an incident that was left is owed still. */
const owedPause = 15_000;
/** Incidents that were left and are not told yet: past them the oldest is given up. */
const mostLeavings = 10_000;

/** Tells one channel of the incidents that last, and of those that were left: one call at a time. */
export class FollowingChannel {
  readonly #channel: Channel;
  readonly #following: Following;
  readonly #lasting: () => readonly Transition[];
  readonly #context: FollowingContext;
  /** By the incident's id, oldest first. */
  readonly #leavings = new Map<string, Leaving>();
  readonly #cutOff = new AbortController();
  readonly #drained = Promise.withResolvers<void>();
  #lookAt: number;
  #isStarted = false;
  #isBusy = false;
  #isDraining = false;
  /** One line tells of all failed looks, until one succeeds. */
  #isFailing = false;
  #cancelTimer: Cancel = () => {};

  constructor(
    channel: Channel,
    following: Following,
    lasting: () => readonly Transition[],
    context: FollowingContext,
  ) {
    this.#channel = channel;
    this.#following = following;
    this.#lasting = lasting;
    this.#context = context;
    this.#lookAt = context.clock.now() + Math.min(following.every, firstLook);
  }

  /** Goes on with what another left, as far as it still holds. */
  start(leavings: readonly Leaving[] = []): void {
    const lasting = new Set(this.#lasting().map(({ id }) => id));
    for (const leaving of leavings) {
      if (!lasting.has(leaving.incident.id)) this.#leavings.set(leaving.incident.id, leaving);
    }
    this.#isStarted = true;
    this.#wake();
  }

  leave(incidents: readonly Transition[]): void {
    if (this.#following.tellLeft === undefined || incidents.length === 0) return;
    const since = this.#context.clock.now();
    for (const incident of incidents) {
      this.#leavings.set(incident.id, { incident, since, attempts: 0, notBefore: since });
    }
    for (const { incident } of this.#leavings.values()) {
      if (this.#leavings.size <= mostLeavings) break;
      this.#giveUp(incident, 'there are too many of them');
    }
    this.#wake();
  }

  /** They are heard of: whatever was to be told of their end holds no more. */
  keep(incidents: readonly Transition[]): void {
    for (const { id } of incidents) this.#leavings.delete(id);
  }

  /** Tells what is due of those that were left, then ends; resolves to those that are not told. */
  async drain(): Promise<readonly Leaving[]> {
    this.#isDraining = true;
    this.#wake();
    await this.#drained.promise;
    return [...this.#leavings.values()];
  }

  cutOff(): void {
    this.#cutOff.abort();
    this.#wake();
  }

  #wake(): void {
    if (this.#isBusy || !(this.#isStarted || this.#isDraining)) return;
    this.#cancelTimer();
    const call = this.#nextCall();
    if (call !== undefined) {
      this.#isBusy = true;
      void call.finally(() => {
        this.#isBusy = false;
        this.#wake();
      });
    } else if (this.#isDraining) {
      this.#drained.resolve();
    } else {
      const next = [...this.#leavings.values()].map(({ notBefore }) => notBefore);
      const at = next.reduce((first, each) => Math.min(first, each), this.#lookAt);
      const { clock } = this.#context;
      this.#cancelTimer = clock.setTimer(Math.max(0, at - clock.now()), () => this.#wake());
    }
  }

  /** Begins what is due: a look first, so that many that were left cannot keep those that last from being told. */
  #nextCall(): Promise<void> | undefined {
    if (!this.#isStarted || this.#cutOff.signal.aborted) return undefined;
    const now = this.#context.clock.now();
    if (!this.#isDraining && this.#lookAt <= now) return this.#look();
    for (const leaving of this.#leavings.values()) {
      if (leaving.notBefore <= now) return this.#tellLeft(leaving);
    }
    return undefined;
  }

  async #look(): Promise<void> {
    const { log, clock } = this.#context;
    const channel = this.#channel.id;
    const incidents = this.#lasting();
    const timeout = Math.max(this.#channel.timeout, Math.min(this.#following.every, longestLook));
    try {
      if (incidents.length > 0) {
        await this.#call(timeout, signal => this.#following.tellLasting(incidents, signal));
        if (this.#isFailing) log.info({ channel }, 'the channel hears of what lasts again');
        this.#isFailing = false;
      }
    } catch (error) {
      if (!this.#isFailing && !this.#cutOff.signal.aborted) {
        const reason = wordFailure(error);
        log.warn({ channel, reason }, 'could not tell of incidents that last; will try again');
        this.#isFailing = true;
      }
    }
    this.#lookAt = clock.now() + this.#following.every;
  }

  async #tellLeft(leaving: Leaving): Promise<void> {
    const { incident } = leaving;
    const { outbox } = this.#context;
    try {
      await this.#call(this.#channel.timeout, async signal => {
        if (await outbox.owes(this.#channel.id, incident)) this.#putOff(leaving);
        else await this.#following.tellLeft?.(incident, signal);
      });
      this.#settle(leaving);
    } catch (error) {
      if (!this.#cutOff.signal.aborted) this.#retry(leaving, error);
    }
  }

  /** What the channel is yet to hear of cannot be told as left: it would be begun after its end. */
  #putOff(leaving: Leaving): void {
    if (this.#leavings.get(leaving.incident.id) !== leaving) return;
    const since = this.#context.clock.now();
    this.#leavings.set(leaving.incident.id, { ...leaving, since, notBefore: since + owedPause });
  }

  #call(timeout: number, call: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { clock } = this.#context;
    return inTime({ timeout, clock, cutOff: this.#cutOff.signal }, call);
  }

  #retry(leaving: Leaving, error: unknown): void {
    // It may have come back meanwhile, and been left again since.
    if (this.#leavings.get(leaving.incident.id) !== leaving) return;
    const { clock, random, log } = this.#context;
    const now = clock.now();
    const reason = wordFailure(error);
    if (now - leaving.since >= giveUpAfter) {
      this.#giveUp(leaving.incident, reason);
      return;
    }
    const attempts = leaving.attempts + 1;
    if (attempts === 1) {
      const about = { channel: this.#channel.id, transition: leaving.incident.id, reason };
      log.warn(about, 'could not tell that an incident was left; will try again');
    }
    const notBefore = now + waitAfter(error, attempts, random());
    this.#leavings.set(leaving.incident.id, { ...leaving, attempts, notBefore });
  }

  #giveUp(incident: Transition, reason: string): void {
    this.#leavings.delete(incident.id);
    const about = { channel: this.#channel.id, transition: incident.id, reason };
    this.#context.log.error(about, 'gave up telling that an incident was left');
  }

  #settle(leaving: Leaving): void {
    if (this.#leavings.get(leaving.incident.id) === leaving)
      this.#leavings.delete(leaving.incident.id);
  }
}
