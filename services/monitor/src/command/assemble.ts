import type { Config } from '../config/load.ts';
import { createEgress } from '../egress/egress.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { createMonitor, type Monitor } from '../monitor.ts';
import { createChannels } from '../notify/channels.ts';
import { createNotifier, type Notifier } from '../notify/notifier.ts';
import type { CompiledProbe } from '../probe/compiled.ts';
import type { Reporter } from '../report/reporter.ts';
import { systemClock } from '../schedule/clock.ts';
import { createRecorder } from '../state/recorder.ts';
import { openStateFile } from '../state/sqlite.ts';
import type { StateChange } from '../state/store.ts';
import { version } from '../version.ts';

const maxBody = 1024 * 1024;
const concurrency = 1000;
/** Milliseconds that deliveries due at the end may take. */
const lastDeliveries = 5000;
/** A state file is written at once: it is near, and its changes are committed in groups. */
const evidenceSpan = 0;

export interface Definition {
  readonly config: Config<CompiledProbe>;
  readonly probes: readonly CompiledProbe[];
}

export interface Surroundings {
  readonly reporter: Reporter;
  /** Where alert states are kept; undefined: nothing is kept after the end, and nobody is told. */
  readonly stateFile: string | undefined;
}

/** A monitor with everything it works with. */
export interface Picket {
  readonly monitor: Monitor;
  readonly metrics: Metrics;
  /** Watches what the config says now; alert states and what is owed to channels are kept. */
  reload(definition: Definition): Promise<void>;
  /** Ends what runs, records what is not recorded, sends what is due; `kill` cuts all of it short. */
  stop(kill: AbortSignal): Promise<void>;
}

export async function assemble(
  definition: Definition,
  surroundings: Surroundings,
): Promise<Picket> {
  const { reporter, stateFile } = surroundings;
  const isJudgedOnly = stateFile === undefined;
  const now = systemClock.wallTime;
  const metrics = createMetrics({ version });
  let { config } = definition;
  let egress = createEgress(config.egress);
  const { store, outbox, close } = openStateFile(stateFile ?? ':memory:', {
    now,
    log: reporter.log,
  });

  const openNotifier = (): Notifier =>
    createNotifier({
      outbox,
      channels: createChannels(isJudgedOnly ? [] : config.notifications, { version, now }),
      clock: systemClock,
      log: reporter.log,
      onDelivered: metrics.notification,
    });
  let notifier = openNotifier();

  const tell = ({ transitions }: StateChange) => {
    for (const transition of transitions) {
      if (transition.type === 'incident') metrics.incident(transition);
    }
    if (transitions.length > 0) notifier.wake();
  };
  const recorder = createRecorder({
    store,
    onRecorded: tell,
    onError: error =>
      reporter.log.error({ err: error }, 'alert states could not be recorded; will try again'),
    setTimer: (run, ms) => ({ cancel: systemClock.setTimer(ms, run) }),
  });
  const monitor = createMonitor({
    run: { egress: { resolve: (...host) => egress.resolve(...host) }, maxBody, now },
    store,
    recorder,
    clock: systemClock,
    concurrency,
    evidenceSpan,
    channels: () => (isJudgedOnly ? [] : config.notifications.map(({ id }) => id)),
    onJudged(judgement) {
      metrics.observe(judgement);
      reporter.judged(judgement);
    },
    onRemoved(id) {
      metrics.forget(id);
      reporter.removed(id);
    },
    onLag: metrics.lag,
    onError: (error, id) =>
      reporter.log.error({ probe: id, err: error }, 'a run failed for a defect of Picket'),
  });
  await monitor.replace(definition.probes);
  notifier.start();

  return {
    monitor,
    metrics,
    async reload(next) {
      config = next.config;
      egress = createEgress(config.egress);
      await notifier.stop({ timeout: 0 });
      notifier = openNotifier();
      notifier.start();
      await monitor.replace(next.probes);
    },
    async stop(kill) {
      await monitor.stop(kill);
      const held = await recorder.flush(kill);
      if (held > 0) {
        reporter.log.error({ probes: held }, 'alert states were not recorded');
      }
      await notifier.stop({ timeout: kill.aborted ? 0 : lastDeliveries });
      await close();
    },
  };
}
