import type { Phase } from '../result.ts';

/** Sums the time spent in each phase; a phase may be entered again, on the next hop. */
export class Stopwatch {
  /** Milliseconds, of each phase entered and left. */
  readonly phases: Partial<Record<Phase, number>> = {};
  phase: Phase = 'resolve';
  readonly #startedAt = performance.now();
  #since = this.#startedAt;

  enter(phase: Phase): void {
    this.#leave();
    this.phase = phase;
  }

  /** Milliseconds since it was made; leaves the phase it is in. */
  stop(): number {
    this.#leave();
    return this.#since - this.#startedAt;
  }

  #leave(): void {
    const now = performance.now();
    this.phases[this.phase] = (this.phases[this.phase] ?? 0) + now - this.#since;
    this.#since = now;
  }
}
