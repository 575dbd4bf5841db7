import { parseExposition } from '@picket/monitor/fixtures/parse-exposition';
import { describe, expect, test } from 'vitest';
import {
  type ControllerMetrics,
  type ControllerSources,
  createControllerMetrics,
} from './controller-metrics.ts';

const idle: ControllerSources = {
  queue: { depth: 0, unfinished: () => [] },
  concurrency: 8,
  members: () => 1,
  owned: () => 0,
  unwritten: () => 0,
  isLeaseHeld: () => true,
};

async function seriesOf(metrics: ControllerMetrics, name: string) {
  return parseExposition(await metrics.metrics()).get(name)?.series ?? [];
}

/** The one value of a metric, or of its `_sum` or `_count`. */
async function readingOf(metrics: ControllerMetrics, name: string, part = ''): Promise<unknown> {
  const found = (await seriesOf(metrics, name)).filter(series => series.name === name + part);
  return found.length === 1 ? found[0]?.value : found;
}

describe('before anything happened', () => {
  test('every series is there, and 0', async () => {
    const parsed = parseExposition(await createControllerMetrics().metrics());
    const values = [...parsed.values()].flatMap(({ series }) => series.map(({ value }) => value));
    expect(new Set(values)).toEqual(new Set([0]));
    const withoutSeries = [...parsed].filter(([, { series }]) => series.length === 0);
    // Their labels are not known before the first.
    expect(withoutSeries.map(([name]) => name)).toEqual(['rest_client_requests_total']);
  });
});

describe('the queue', () => {
  test('counts what was reconciled by its result', async () => {
    const metrics = createControllerMetrics();
    for (const outcome of ['done', 'done', 'again', 'error'] as const) {
      metrics.workQueue.ended(20, outcome);
    }
    const reconciled = await seriesOf(metrics, 'controller_runtime_reconcile_total');
    expect(reconciled.map(({ labels, value }) => [labels, value])).toEqual([
      [{ controller: 'probe', result: 'success' }, 2],
      [{ controller: 'probe', result: 'requeue_after' }, 1],
      [{ controller: 'probe', result: 'error' }, 1],
    ]);
    expect(await readingOf(metrics, 'controller_runtime_reconcile_errors_total')).toBe(1);
  });

  test('measures waiting and work in seconds', async () => {
    const { workQueue, ...metrics } = createControllerMetrics();
    workQueue.added();
    workQueue.started(1_500);
    workQueue.ended(250, 'error');
    workQueue.retried();
    const reading = (name: string, part?: string) =>
      readingOf({ workQueue, ...metrics }, name, part);
    expect(await reading('workqueue_adds_total')).toBe(1);
    expect(await reading('workqueue_retries_total')).toBe(1);
    expect(await reading('workqueue_queue_duration_seconds', '_sum')).toBe(1.5);
    expect(await reading('workqueue_work_duration_seconds', '_sum')).toBe(0.25);
    expect(await reading('controller_runtime_reconcile_time_seconds', '_sum')).toBe(0.25);
    expect(await reading('controller_runtime_reconcile_time_seconds', '_count')).toBe(1);
  });

  test('is asked at each scrape what it does', async () => {
    const metrics = createControllerMetrics();
    let unfinished = [4_000, 500];
    const queue = { depth: 7, unfinished: () => unfinished };
    metrics.follow({ ...idle, queue });
    expect(await readingOf(metrics, 'workqueue_depth')).toBe(7);
    expect(await readingOf(metrics, 'workqueue_unfinished_work_seconds')).toBe(4.5);
    expect(await readingOf(metrics, 'workqueue_longest_running_processor_seconds')).toBe(4);
    expect(await readingOf(metrics, 'controller_runtime_active_workers')).toBe(2);
    expect(await readingOf(metrics, 'controller_runtime_max_concurrent_reconciles')).toBe(8);
    unfinished = [];
    expect(await readingOf(metrics, 'workqueue_longest_running_processor_seconds')).toBe(0);
    expect(await readingOf(metrics, 'controller_runtime_active_workers')).toBe(0);
  });

  test('has the labels of controller-runtime', async () => {
    const metrics = createControllerMetrics();
    metrics.workQueue.started(1);
    for (const name of ['workqueue_depth', 'workqueue_adds_total', 'workqueue_retries_total']) {
      const [series] = await seriesOf(metrics, name);
      expect(series?.labels).toEqual({ name: 'probe', controller: 'probe' });
    }
  });

  test('has client-go’s buckets, from 10 ns to 1,000 s', async () => {
    const series = await seriesOf(createControllerMetrics(), 'workqueue_queue_duration_seconds');
    const bounds = series.flatMap(({ labels }) => labels.le ?? []);
    expect([bounds.length, bounds[0], ...bounds.slice(-2)]).toEqual([13, '1e-8', '1000', '+Inf']);
  });
});

test('requests to the API server are counted by answer, method and host', async () => {
  const metrics = createControllerMetrics();
  const outcome = { code: '200', method: 'GET', host: '10.96.0.1:443' };
  metrics.onRequest(outcome);
  metrics.onRequest(outcome);
  metrics.onRequest({ ...outcome, code: '<error>' });
  const series = await seriesOf(metrics, 'rest_client_requests_total');
  expect(series.map(({ labels, value }) => [labels, value])).toEqual([
    [outcome, 2],
    [{ ...outcome, code: '<error>' }, 1],
  ]);
});

test('status writes are counted by what they were for, and conflicts apart', async () => {
  const metrics = createControllerMetrics();
  metrics.statusWriter.onWrite('transition');
  metrics.statusWriter.onConflict();
  const written = await seriesOf(metrics, 'picket_status_writes_total');
  expect(written.map(({ labels, value }) => [labels.kind, value])).toEqual([
    ['transition', 1],
    ['condition', 0],
    ['delivery', 0],
    ['count', 0],
  ]);
  expect(await readingOf(metrics, 'picket_status_conflicts_total')).toBe(1);
});

test('the replica is asked at each scrape for its share', async () => {
  const metrics = createControllerMetrics();
  let isHeld = true;
  metrics.follow({
    ...idle,
    members: () => 3,
    owned: () => 100,
    unwritten: () => 2,
    isLeaseHeld: () => isHeld,
  });
  expect(await readingOf(metrics, 'picket_members')).toBe(3);
  expect(await readingOf(metrics, 'picket_owned_probes')).toBe(100);
  expect(await readingOf(metrics, 'picket_status_unwritten')).toBe(2);
  expect(await readingOf(metrics, 'picket_lease_held')).toBe(1);
  isHeld = false;
  expect(await readingOf(metrics, 'picket_lease_held')).toBe(0);
});
