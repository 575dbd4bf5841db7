import type { Metrics } from '@picket/monitor';
import type { ControllerMetrics } from './controller-metrics.ts';

/** One exposition of both: the operator's own metrics, then those of its probes and its process. */
export async function* composeScrapes(
  monitor: Pick<Metrics, 'scrape'>,
  controller: Pick<ControllerMetrics, 'metrics'>,
): AsyncGenerator<string, void> {
  yield await controller.metrics();
  yield* monitor.scrape();
}
