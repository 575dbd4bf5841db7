import { createMetrics } from '@picket/monitor';
import { answeredHttps, exampleProbe, judgeRuns } from '@picket/monitor/fixtures/example-run';
import { parseExposition } from '@picket/monitor/fixtures/parse-exposition';
import { expect, test } from 'vitest';
import { composeScrapes } from './compose-scrapes.ts';
import { createControllerMetrics } from './controller-metrics.ts';

test('one scrape has the operator’s, its process’s and its probes’ metrics, each once', async () => {
  const monitor = createMetrics({ version: '1.2.3' });
  for (const run of judgeRuns(exampleProbe('home'), [answeredHttps()])) monitor.observe(run);
  const slices = await Array.fromAsync(composeScrapes(monitor, createControllerMetrics()));
  // Throws where a family is there twice.
  const names = [...parseExposition(slices.join('')).keys()];
  expect(names).toEqual(
    expect.arrayContaining(['workqueue_depth', 'process_cpu_seconds_total', 'probe_success']),
  );
});
