import type { Phase } from './result.ts';

/** Measures one run phase by phase, in milliseconds; a phase that is entered again adds to its sum. */
export interface PhaseWatch {
  /** The phase the run is in. */
  readonly phase: Phase;
  /** Ends the phase the run is in and starts the next one. */
  enter(next: Phase): void;
  /** The phases reached, the last one ending at `at`, and the time of the whole. */
  read(at?: number): {
    readonly time: number;
    readonly phases: Readonly<Partial<Record<Phase, number>>>;
  };
}

/** Starts in the phase `first`. `at` values and the clock are `performance.now()`'s, which never goes back. */
export function watchPhases(
  first: Phase,
  clock: () => number = () => performance.now(),
): PhaseWatch {
  const startedAt = clock();
  const ended: Partial<Record<Phase, number>> = {};
  let phase = first;
  let enteredAt = startedAt;
  return {
    get phase() {
      return phase;
    },
    enter(next) {
      const now = clock();
      ended[phase] = (ended[phase] ?? 0) + now - enteredAt;
      phase = next;
      enteredAt = now;
    },
    read(at = clock()) {
      const current = (ended[phase] ?? 0) + at - enteredAt;
      return { time: at - startedAt, phases: { ...ended, [phase]: current } };
    },
  };
}
