import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEgress } from '../../src/egress/egress.ts';
import { createMetrics } from '../../src/metrics/metrics.ts';
import { createMonitor, type Monitor } from '../../src/monitor.ts';
import { compileProbe } from '../../src/probe/compile.ts';
import type { CompiledProbe } from '../../src/probe/compiled.ts';
import { systemClock } from '../../src/schedule/clock.ts';
import { createRecorder } from '../../src/state/recorder.ts';
import { openStateFile } from '../../src/state/sqlite.ts';
import { concurrency, type Round } from './contestant.ts';
import { cpuSecondsSince } from './serve-rounds.ts';

const target = process.argv[2] ?? '';
const silent = () => undefined;
const log = { debug: silent, info: silent, warn: silent, error: silent };

/**
 * The whole engine without its output: the schedule starts the runs (an interval no run can keep, so each starts
 * again when it ends), a header is rendered, the request sent on a new connection, two assertions judged, the
 * states kept in a file, the metrics observed.
 */
process.on('message', async ({ ms }: { ms: number }) => process.send?.(await runFor(ms)));
process.once('disconnect', () => process.exit());
process.send?.('ready');

async function runFor(ms: number): Promise<Round> {
  const before = process.cpuUsage();
  const folder = await mkdtemp(join(tmpdir(), 'picket-bench-'));
  const { monitor, counted, stop } = openMonitor(join(folder, 'state.sqlite'));
  await monitor.replace(Array.from({ length: concurrency }, (_, index) => probe(`p${index}`)));
  monitor.start();
  await new Promise(resolve => setTimeout(resolve, ms));
  const round = { probes: counted(), cpuSeconds: cpuSecondsSince(before) };
  await stop();
  await rm(folder, { recursive: true });
  return round;
}

interface Opened {
  readonly monitor: Monitor;
  readonly counted: () => number;
  readonly stop: () => Promise<void>;
}

function openMonitor(stateFile: string): Opened {
  const { store, close } = openStateFile(stateFile, { log });
  const metrics = createMetrics({ version: 'bench' });
  let probes = 0;
  const monitor = createMonitor({
    run: { egress: createEgress({ allow: [], deny: [] }), maxBody: 1 << 20, now: Date.now },
    store,
    recorder: createRecorder({
      store,
      onRecorded: silent,
      onError: fail,
      setTimer: (run, ms) => ({ cancel: systemClock.setTimer(ms, run) }),
    }),
    clock: systemClock,
    concurrency,
    evidenceSpan: 0,
    channels: () => [],
    onJudged(judgement) {
      metrics.observe(judgement);
      if (judgement.requests[0]?.evidence?.status !== 200)
        fail(new Error('the target is not well'));
      probes++;
    },
    onRemoved: silent,
    onLag: metrics.lag,
    onError: fail,
  });
  const stop = async () => {
    await monitor.stop(new AbortController().signal);
    await close();
  };
  return { monitor, counted: () => probes, stop };
}

function probe(id: string): CompiledProbe {
  const compiled = compileProbe({
    probe: {
      id,
      name: id,
      requests: [
        {
          url: target,
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
  return { ...compiled.value, interval: 1 };
}

function fail(error: unknown): never {
  throw error;
}
