import { Counter, Gauge, Histogram, type Registry } from 'prom-client';
import type { WorkQueueObserver } from '../kube/work-queue.ts';
import type { ControllerSources } from './controller-metrics.ts';

/** There is one queue, that of Probes. */
const controller = 'probe';
const ofController = { controller };
const ofQueue = { name: controller, controller };

/** What controller-runtime calls the outcomes of a reconciliation. */
const results = { done: 'success', again: 'requeue_after', error: 'error' } as const;

/** From 10 ns to 1,000 s, as client-go has them. */
const queueBuckets = Array.from({ length: 12 }, (_, n) => Number(`1e${n - 8}`));
/** As controller-runtime has them. */
const reconcileBuckets = [
  0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.6, 0.7, 0.8, 0.9, 1,
  1.25, 1.5, 1.75, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 40, 50, 60,
];

type Read = () => ControllerSources | undefined;

export function createWorkQueueMetrics(registry: Registry, read: Read): WorkQueueObserver {
  registerGauges(registry, read);
  const count = registerCounters(registry);
  const seconds = registerHistograms(registry);
  return {
    added: () => count.adds.inc(ofQueue),
    started: waited => seconds.waited.observe(ofQueue, waited / 1000),
    ended(took, outcome) {
      seconds.worked.observe(ofQueue, took / 1000);
      seconds.reconciled.observe(ofController, took / 1000);
      count.reconciles.inc({ ...ofController, result: results[outcome] });
      if (outcome === 'error') count.errors.inc(ofController);
    },
    retried: () => count.retries.inc(ofQueue),
  };
}

/** Rates need a first value, so every series is there from the beginning. */
function registerCounters(registry: Registry) {
  const registers = [registry];
  const reconciles = new Counter({
    name: 'controller_runtime_reconcile_total',
    help: 'Reconciliations by result: success, requeue_after or error.',
    labelNames: ['controller', 'result'],
    registers,
  });
  for (const result of Object.values(results)) reconciles.inc({ ...ofController, result }, 0);
  const errors = new Counter({
    name: 'controller_runtime_reconcile_errors_total',
    help: 'Reconciliations that failed and are tried again.',
    labelNames: ['controller'],
    registers,
  });
  errors.inc(ofController, 0);
  const adds = new Counter({
    name: 'workqueue_adds_total',
    help: 'Times a probe was added to the queue.',
    labelNames: ['name', 'controller'],
    registers,
  });
  adds.inc(ofQueue, 0);
  const retries = new Counter({
    name: 'workqueue_retries_total',
    help: 'Times a probe was put back after a failure.',
    labelNames: ['name', 'controller'],
    registers,
  });
  retries.inc(ofQueue, 0);
  return { reconciles, errors, adds, retries };
}

function registerHistograms(registry: Registry) {
  const registers = [registry];
  const reconciled = new Histogram({
    name: 'controller_runtime_reconcile_time_seconds',
    help: 'How long reconciliations took.',
    labelNames: ['controller'],
    buckets: reconcileBuckets,
    registers,
  });
  reconciled.zero(ofController);
  const waited = new Histogram({
    name: 'workqueue_queue_duration_seconds',
    help: 'How long probes waited in the queue for their turn.',
    labelNames: ['name', 'controller'],
    buckets: queueBuckets,
    registers,
  });
  waited.zero(ofQueue);
  const worked = new Histogram({
    name: 'workqueue_work_duration_seconds',
    help: 'How long probes taken from the queue were processed.',
    labelNames: ['name', 'controller'],
    buckets: queueBuckets,
    registers,
  });
  worked.zero(ofQueue);
  return { reconciled, waited, worked };
}

function registerGauges(registry: Registry, read: Read): void {
  const registers = [registry];
  const unfinished = () => read()?.queue.unfinished() ?? [];
  new Gauge({
    name: 'controller_runtime_active_workers',
    help: 'Probes being reconciled now.',
    labelNames: ['controller'],
    registers,
    collect() {
      this.set(ofController, unfinished().length);
    },
  });
  new Gauge({
    name: 'controller_runtime_max_concurrent_reconciles',
    help: 'Probes reconciled at once, at most.',
    labelNames: ['controller'],
    registers,
    collect() {
      this.set(ofController, read()?.concurrency ?? 0);
    },
  });
  new Gauge({
    name: 'workqueue_depth',
    help: 'Probes waiting in the queue for their turn.',
    labelNames: ['name', 'controller'],
    registers,
    collect() {
      this.set(ofQueue, read()?.queue.depth ?? 0);
    },
  });
  new Gauge({
    name: 'workqueue_unfinished_work_seconds',
    help: 'How long the probes now being processed have been so, summed: grows where one is stuck.',
    labelNames: ['name', 'controller'],
    registers,
    collect() {
      this.set(ofQueue, unfinished().reduce((sum, ms) => sum + ms, 0) / 1000);
    },
  });
  new Gauge({
    name: 'workqueue_longest_running_processor_seconds',
    help: 'How long the longest of them has been so.',
    labelNames: ['name', 'controller'],
    registers,
    collect() {
      this.set(ofQueue, Math.max(0, ...unfinished()) / 1000);
    },
  });
}
