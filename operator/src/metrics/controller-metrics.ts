import { Registry } from 'prom-client';
import type { RequestOutcome } from '../kube/http-exchange.ts';
import type { WorkQueue, WorkQueueObserver } from '../kube/work-queue.ts';
import type { StatusWriterObserver } from '../status/status-writer.ts';
import { createReplicaMetrics } from './replica-metrics.ts';
import { createRequestMetrics } from './request-metrics.ts';
import { createWorkQueueMetrics } from './work-queue-metrics.ts';

/** What is asked at each scrape. */
export interface ControllerSources {
  readonly queue: Pick<WorkQueue, 'depth' | 'unfinished'>;
  /** Keys processed at once, at most. */
  readonly concurrency: number;
  /** Replicas that are alive, this one too. */
  readonly members: () => number;
  /** Probes that are this replica's to run. */
  readonly owned: () => number;
  /** Probes something of whose status is not written. */
  readonly unwritten: () => number;
  readonly isLeaseHeld: () => boolean;
}

/**
 * Metrics of the operator beside those of its probes and its process, under the names that controller-runtime and
 * client-go gave them where they have one. Few series, so prom-client keeps and writes them.
 */
export interface ControllerMetrics {
  readonly workQueue: WorkQueueObserver;
  readonly statusWriter: StatusWriterObserver;
  readonly onRequest: (outcome: RequestOutcome) => void;
  /** What there is to ask from now on; before, it is all 0. */
  follow(sources: ControllerSources): void;
  /** Everything in Prometheus' text format. */
  metrics(): Promise<string>;
}

export function createControllerMetrics(): ControllerMetrics {
  const registry = new Registry();
  let sources: ControllerSources | undefined;
  const read = () => sources;
  const workQueue = createWorkQueueMetrics(registry, read);
  const statusWriter = createReplicaMetrics(registry, read);
  return {
    workQueue,
    statusWriter,
    onRequest: createRequestMetrics(registry),
    follow(next) {
      sources = next;
    },
    metrics: () => registry.metrics(),
  };
}
