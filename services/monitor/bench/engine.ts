import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '../src/egress/egress.ts';
import { boundsOf } from '../src/history/bounds.ts';
import { openHistory } from '../src/history/open-history.ts';
import { placeOf } from '../src/history/place.ts';
import { createMetrics } from '../src/metrics/metrics.ts';
import { createMonitor } from '../src/monitor.ts';
import { compileProbe } from '../src/probe/compile.ts';
import type { CompiledProbe } from '../src/probe/compiled.ts';
import { systemClock } from '../src/schedule/clock.ts';
import { createRecorder } from '../src/state/recorder.ts';
import { openStateFile } from '../src/state/sqlite.ts';

const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

export interface Engine {
  start(): void;
  /** Runs judged so far. */
  judged(): number;
  stop(): Promise<void>;
}

/** The whole engine but its output, with a state file of its own; a result that is not 200 ends the benchmark. */
export async function openEngine(
  probes: readonly CompiledProbe[],
  onLag: (ms: number) => void = silent,
  historyPlace?: string,
): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'picket-bench-'));
  const { store, close } = openStateFile(join(folder, 'state.sqlite'), { log });
  const metrics = createMetrics({ version: 'bench' });
  const history =
    historyPlace === undefined
      ? undefined
      : await openHistory({
          place: placeOf(historyPlace),
          bounds: boundsOf({}),
          clock: systemClock,
          log: { ...log, warn: ({ err }) => fail(err) },
          observer: metrics.history,
        });
  let judged = 0;
  const monitor = createMonitor({
    run: { egress: createEgress({ allow: [], deny: [] }), maxBody: 1 << 20, now: Date.now },
    store,
    recorder: createRecorder({
      store,
      onRecorded: silent,
      onError: fail,
      clock: systemClock,
    }),
    clock: systemClock,
    concurrency: 1000,
    evidenceSpan: 0,
    channels: () => [],
    onJudged(judgement) {
      metrics.observe(judgement);
      history?.judged(judgement);
      if (judgement.requests[0]?.evidence?.status !== 200)
        fail(new Error('the target is not well'));
      judged++;
    },
    onRemoved: silent,
    onLag(ms) {
      metrics.lag(ms);
      onLag(ms);
    },
    onError: fail,
  });
  await monitor.replace(probes);
  return {
    start: monitor.start,
    judged: () => judged,
    async stop() {
      await monitor.stop(new AbortController().signal);
      await history?.close(new AbortController().signal);
      await close();
      await rm(folder, { recursive: true });
    },
  };
}

/** A probe with a template to render and two assertions to judge; `interval` in milliseconds. */
export function benchProbe(id: string, url: string, interval: number): CompiledProbe {
  const compiled = compileProbe({
    probe: {
      id,
      name: id,
      requests: [
        {
          url,
          headers: { 'x-sent-at': '{{ timestamp }}' },
          alerts: [
            { assertion: 'response.status < 200 or response.status > 299' },
            { assertion: 'response.time > 5000' },
          ],
        },
      ],
    },
    env: {},
  });
  if (!compiled.ok) throw new Error(JSON.stringify(compiled.problems));
  return { ...compiled.value, interval };
}

function fail(error: unknown): never {
  throw error;
}
