import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { createMetrics } from '@picket/monitor';
import {
  answeredHttps,
  exampleProbe,
  judgeRuns,
  refused,
} from '@picket/monitor/fixtures/example-run';
import { expect, test } from 'vitest';
import { composeScrapes } from './compose-scrapes.ts';
import { createControllerMetrics } from './controller-metrics.ts';

/** What Prometheus' own linter says, a line a fault. */
async function lint(exposition: string): Promise<string[]> {
  const promtool = spawn('promtool', ['check', 'metrics'], { timeout: 30_000 });
  promtool.stdin.end(exposition);
  const [said] = await Promise.all([
    Promise.all([text(promtool.stdout), text(promtool.stderr)]),
    once(promtool, 'exit'),
  ]);
  return said.flatMap(one => one.split('\n')).filter(line => line !== '');
}

async function expositionOf(): Promise<string> {
  const monitor = createMetrics({
    version: '1.2.3',
    identify: ({ id }) => ({ namespace: 'shop', probe: id }),
  });
  const probe = exampleProbe('home', { labels: { team: 'web "1"' }, histogram: true });
  for (const run of judgeRuns(probe, [answeredHttps()], [refused()])) monitor.observe(run);
  monitor.notification('ops', 'sent');
  monitor.lag(3);
  const controller = createControllerMetrics();
  controller.onRequest({ code: '<error>', method: 'GET', host: '10.96.0.1:443' });
  controller.statusWriter.onWrite('transition');
  controller.workQueue.started(5);
  controller.workQueue.ended(5, 'done');
  return (await Array.fromAsync(composeScrapes(monitor, controller))).join('');
}

test('Prometheus’ linter finds no fault in the exposition, but with names that are prom-client’s', async () => {
  const faults = await lint(await expositionOf());
  expect(faults.filter(fault => !/^(nodejs|process)_/.test(fault))).toEqual([]);
});

test('the linter would find one', async () => {
  const faults = await lint('# HELP a_total What.\n# TYPE a_total gauge\na_total 1\n');
  expect(faults).toEqual([expect.stringContaining('a_total')]);
});
