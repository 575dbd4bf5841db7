import { series } from './exposition.ts';

/** Upper bounds in seconds: Prometheus' usual ones, and what a request with a long time-out may take. */
const bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Durations of one request since the process started. */
export interface DurationHistogram {
  observe(seconds: number): void;
  /** Its series: the buckets, the sum and the count. */
  write(name: string, labels: string): string;
}

export function createDurationHistogram(): DurationHistogram {
  const counts = bounds.map(() => 0);
  let count = 0;
  let sum = 0;
  return {
    observe(seconds) {
      count++;
      sum += seconds;
      const bucket = bounds.findIndex(bound => seconds <= bound);
      if (bucket !== -1) counts[bucket] = (counts[bucket] ?? 0) + 1;
    },
    write(name, labels) {
      let text = '';
      let below = 0;
      bounds.forEach((bound, index) => {
        below += counts[index] ?? 0;
        text += series(`${name}_bucket`, `${labels},le="${bound}"`, below);
      });
      text += series(`${name}_bucket`, `${labels},le="+Inf"`, count);
      return text + series(`${name}_sum`, labels, sum) + series(`${name}_count`, labels, count);
    },
  };
}
