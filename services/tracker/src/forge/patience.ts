import type { ForgeClock } from './forge-report.ts';

/** Milliseconds between two writes: GitHub asks for one write a second at most. */
const pace = 1_000;

/** Milliseconds before each further try of what failed on the forge's side. */
const backOff = [1_000, 4_000, 9_000] as const;

/** How often something that failed on the forge's side is tried again. */
export const mostRetries = backOff.length;

/** All the waiting of one sync, on its clock and within its bound. */
export class Patience {
  readonly #clock: ForgeClock;
  readonly #signal: AbortSignal;
  #left: number;
  #lastWrite: number | undefined;
  #refusedUntil: number | undefined;

  constructor(clock: ForgeClock, signal: AbortSignal, longestWait = 60_000) {
    this.#clock = clock;
    this.#signal = signal;
    this.#left = longestWait;
  }

  /** When the forge will answer again (milliseconds since 1970), if its limit was too long to wait for. */
  get refusedUntil(): number | undefined {
    return this.#refusedUntil;
  }

  /** Waits for a limit to end, and resolves to whether it did: false where that takes longer than is left. */
  async forLimit(seconds: number): Promise<boolean> {
    const milliseconds = Math.max(0, seconds) * 1_000;
    if (milliseconds > this.#left) {
      this.#refusedUntil = this.#clock.now() + milliseconds;
      return false;
    }
    this.#left -= Math.max(milliseconds, 1_000);
    return await this.#waited(milliseconds);
  }

  /** Waits before the next try, `tries` having failed. */
  async afterFailure(tries: number): Promise<void> {
    await this.#waited(backOff[tries - 1] ?? 0);
  }

  /** Waits until the next write may be sent. */
  async beforeWrite(): Promise<void> {
    if (this.#lastWrite !== undefined) {
      const since = this.#clock.now() - this.#lastWrite;
      if (since >= 0 && since < pace) await this.#waited(pace - since);
    }
    this.#lastWrite = this.#clock.now();
  }

  /** False when the signal ended it: the request that follows then fails of itself. */
  async #waited(milliseconds: number): Promise<boolean> {
    try {
      await this.#clock.wait(milliseconds, this.#signal);
      return true;
    } catch (error) {
      if (this.#signal.aborted) return false;
      throw error;
    }
  }
}
