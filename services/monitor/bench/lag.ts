import { systemClock } from '../src/schedule/clock.ts';
import { spreadPhase } from '../src/schedule/phase.ts';
import { createScheduler } from '../src/schedule/scheduler.ts';

/** Lag of starts, in milliseconds. */
export interface Lag {
  readonly p50: number;
  readonly p99: number;
  readonly max: number;
}

/** How late runs start that do nothing: what the scheduler itself costs. One interval of warming up is left out. */
export async function measureLag(
  probes: number,
  intervalMs: number,
  seconds: number,
): Promise<Lag> {
  const lags: number[] = [];
  const measureFrom = systemClock.now() + intervalMs;
  const scheduler = createScheduler({
    clock: systemClock,
    run: async () => {},
    onLag: (_, ms) => {
      if (systemClock.now() >= measureFrom) lags.push(ms);
    },
    onError: (id, error) => {
      throw new Error(`the run of ${id} rejected`, { cause: error });
    },
  });
  for (let index = 0; index < probes; index++) {
    const phase = spreadPhase(index, probes, intervalMs);
    scheduler.add(`probe-${index}`, { interval: intervalMs, phase });
  }
  await new Promise<void>(done => systemClock.setTimer(intervalMs + seconds * 1_000, done));
  await scheduler.stop();
  lags.sort((one, other) => one - other);
  return { p50: quantile(lags, 0.5), p99: quantile(lags, 0.99), max: quantile(lags, 1) };
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN;
}

if (import.meta.main) {
  for (const probes of [1_000, 10_000]) {
    const lag = await measureLag(probes, 10_000, 10);
    process.stdout.write(`${JSON.stringify({ probes, ...lag })}\n`);
  }
}
