import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config/load.ts';
import { createEgress } from '../egress/egress.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { createMonitor, type Monitor } from '../monitor.ts';
import type { Channel } from '../notify/channel.ts';
import { createChannels } from '../notify/channels.ts';
import { createFollower } from '../notify/following.ts';
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
/** Milliseconds that recording what is not recorded may take at the end. */
const lastRecords = 5000;
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
  /** Cuts short what stops or waits. */
  readonly kill: AbortSignal;
}

/** A monitor with everything it works with. */
export interface Picket {
  readonly monitor: Monitor;
  readonly metrics: Metrics;
  /** Begins to send what channels are owed. */
  startNotifying(): void;
  /**
   * Watches what the config says now; alert states and what is owed to channels are kept. Rejects with
   * a `PicketError`, and goes on as before, where the config cannot be used.
   */
  reload(definition: Definition): Promise<void>;
  /** Ends what runs, records what is not recorded, sends what is due. */
  stop(): Promise<void>;
}

export async function assemble(
  definition: Definition,
  surroundings: Surroundings,
): Promise<Picket> {
  const { reporter, stateFile, kill } = surroundings;
  const isJudgedOnly = stateFile === undefined;
  const now = systemClock.wallTime;
  const metrics = createMetrics({ version });
  let { config } = definition;
  let egress = createEgress(config.egress);
  const openChannels = ({ notifications }: Definition['config']) =>
    createChannels(isJudgedOnly ? [] : notifications, { version, now });
  const channels = openChannels(config);
  const { store, outbox, close } = openStateFile(stateFile ?? ':memory:', {
    now,
    log: reporter.log,
  });

  const openNotifier = (channels: ReadonlyMap<string, Channel>): Notifier =>
    createNotifier({
      outbox,
      channels,
      clock: systemClock,
      log: reporter.log,
      onDelivered: metrics.notification,
    });
  let notifier = openNotifier(channels);
  const follower = createFollower({ channels, clock: systemClock, log: reporter.log });

  const tell = ({ transitions }: StateChange) => {
    for (const transition of transitions) {
      if (transition.type === 'incident') metrics.incident(transition);
    }
    if (transitions.length > 0) notifier.wake();
  };
  // Each probe's change is tried every second: one line tells of all, until one succeeds.
  let isFailing = false;
  const recorder = createRecorder({
    store,
    onRecorded(change) {
      isFailing = false;
      tell(change);
    },
    onError(error) {
      if (isFailing) return;
      isFailing = true;
      reporter.log.error({ err: error }, 'alert states could not be recorded; will try again');
    },
    clock: systemClock,
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
      follower.judged(judgement);
      metrics.observe(judgement);
      reporter.judged(judgement);
    },
    onRemoved(id, departure) {
      follower.removed(id, departure);
      metrics.forget(id);
      reporter.removed(id);
    },
    onLag: metrics.lag,
    onError: (error, id) =>
      reporter.log.error({ probe: id, err: error }, 'a run failed for a defect of Picket'),
  });
  await monitor.replace(definition.probes);

  return {
    monitor,
    metrics,
    startNotifying() {
      notifier.start();
      follower.start();
    },
    async reload(next) {
      const nextEgress = createEgress(next.config.egress);
      const nextChannels = openChannels(next.config);
      await monitor.replace(next.probes);
      egress = nextEgress;
      const isAsBefore = isDeepStrictEqual(next.config.notifications, config.notifications);
      config = next.config;
      if (isAsBefore) return;
      // What is under way is let end: cut off it would have to be sent again.
      const limit = { timeout: lastDeliveries, signal: kill };
      await Promise.all([notifier.stop(limit), follower.change(nextChannels, limit)]);
      notifier = openNotifier(nextChannels);
      notifier.start();
    },
    async stop() {
      await monitor.stop(kill);
      await recorder.flush(AbortSignal.any([kill, AbortSignal.timeout(lastRecords)]));
      const limit = { timeout: lastDeliveries, signal: kill };
      await Promise.all([notifier.stop(limit), follower.stop(limit)]);
      await close();
      const lost = recorder.close();
      if (lost > 0) reporter.log.error({ probes: lost }, 'alert states were not recorded');
    },
  };
}
