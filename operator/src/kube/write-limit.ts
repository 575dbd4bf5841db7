import type { Cancel, Clock } from '@picket/monitor';

export interface WriteLimitSettings {
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  readonly perSecond: number;
  /** How many may go at once after a rest. */
  readonly burst: number;
}

/** A token bucket: of those who wait, the lowest priority number goes first, and of equals the longest waiting. */
export interface WriteLimit {
  /** Resolves when the caller may write; rejects with the signal's reason when it aborts. */
  take(priority: number, signal?: AbortSignal): Promise<void>;
}

/** Throws a `RangeError` where nothing could ever be written. */
export function createWriteLimit(settings: WriteLimitSettings): WriteLimit {
  if (!(settings.perSecond > 0)) throw new RangeError('a write limit needs perSecond above 0');
  if (!(settings.burst >= 1)) throw new RangeError('a write limit needs a burst of at least 1');
  return new TokenBucket(settings);
}

/** Milliseconds by which a write may come early, so that rounding never makes a wait of nothing. */
const tolerance = 0.001;

class TokenBucket implements WriteLimit {
  readonly #clock: WriteLimitSettings['clock'];
  /** Milliseconds a token takes to come. */
  readonly #every: number;
  /** Milliseconds all tokens take to come, but for the one that is about to be taken. */
  readonly #slack: number;
  /** When the bucket is full again, on the clock. */
  #fullAt = -Infinity;
  /** Those who wait, by priority; no set is empty. */
  readonly #waiting = new Map<number, Set<() => void>>();
  #cancelTimer: Cancel | undefined;

  constructor({ clock, perSecond, burst }: WriteLimitSettings) {
    this.#clock = clock;
    this.#every = 1000 / perSecond;
    this.#slack = (burst - 1) * this.#every;
  }

  async take(priority: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    if (this.#waiting.size > 0 || this.#wait() > 0) await this.#turn(priority, signal);
    else this.#spend();
  }

  #turn(priority: number, signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve, reject) => {
      const go = () => {
        signal?.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#leave(priority, go);
        if (this.#waiting.size === 0) this.#sleep();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      const equals = this.#waiting.get(priority);
      if (equals === undefined) this.#waiting.set(priority, new Set([go]));
      else equals.add(go);
      this.#cancelTimer ??= this.#clock.setTimer(this.#wait(), () => this.#grant());
    });
  }

  /** Milliseconds until there is a token. */
  #wait(): number {
    const ms = this.#fullAt - this.#slack - this.#clock.now();
    return ms > tolerance ? ms : 0;
  }

  #spend(): void {
    this.#fullAt = Math.max(this.#fullAt, this.#clock.now()) + this.#every;
  }

  #grant(): void {
    this.#sleep();
    while (this.#waiting.size > 0) {
      const ms = this.#wait();
      if (ms > 0) {
        this.#cancelTimer = this.#clock.setTimer(ms, () => this.#grant());
        return;
      }
      this.#spend();
      this.#letOneGo();
    }
  }

  #letOneGo(): void {
    const priority = Math.min(...this.#waiting.keys());
    for (const go of this.#waiting.get(priority) ?? []) {
      this.#leave(priority, go);
      go();
      return;
    }
  }

  #leave(priority: number, go: () => void): void {
    const equals = this.#waiting.get(priority);
    equals?.delete(go);
    if (equals?.size === 0) this.#waiting.delete(priority);
  }

  #sleep(): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }
}
