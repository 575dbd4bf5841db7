import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { HistoryObserver } from '../history/writer.ts';
import type { DeliveryOutcome } from '../notify/deliver.ts';

/** The metrics of this process as a whole: few series, so prom-client keeps and writes them. */
export interface ProcessMetrics {
  readonly registry: Registry;
  notification(channel: string, outcome: DeliveryOutcome): void;
  /** Milliseconds. */
  lag(ms: number): void;
  readonly history: HistoryObserver;
}

export interface ProcessMetricsOptions {
  readonly version: string;
  readonly countProbes: () => number;
}

export function createProcessMetrics(options: ProcessMetricsOptions): ProcessMetrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  new Gauge({
    name: 'picket_build_info',
    help: 'The version of Picket; always 1.',
    labelNames: ['version'],
    registers,
  }).set({ version: options.version }, 1);
  new Gauge({
    name: 'picket_probes',
    help: 'Probes that have run and are still watched.',
    registers,
    collect() {
      this.set(options.countProbes());
    },
  });
  const notifications = new Counter({
    name: 'picket_notifications_total',
    help: 'Tries to deliver a notification: sent, retried (failed, tried again later) or gave-up.',
    labelNames: ['channel', 'outcome'] as const,
    registers,
  });
  const lags = new Histogram({
    name: 'picket_run_lag_seconds',
    help: 'How much later than due runs started.',
    buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
    registers,
  });
  return {
    registry,
    history: historyMetrics(registers),
    notification: (channel, outcome) => notifications.inc({ channel, outcome }),
    lag: ms => lags.observe(ms / 1_000),
  };
}

function historyMetrics(registers: Registry[]): HistoryObserver {
  const writes = new Counter({
    name: 'picket_history_writes_total',
    help: 'Tries to write a batch of results to the history: written or failed (tried again later).',
    labelNames: ['outcome'] as const,
    registers,
  });
  const dropped = new Counter({
    name: 'picket_history_dropped_total',
    help: 'Results that are not in the history, since it could not be written for too long.',
    registers,
  });
  const queue = new Gauge({
    name: 'picket_history_queue',
    help: 'Results that wait to be written to the history.',
    registers,
  });
  return {
    wrote: outcome => writes.inc({ outcome }),
    dropped: results => dropped.inc(results),
    queued: results => queue.set(results),
  };
}
