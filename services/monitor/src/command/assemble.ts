import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../config/load.ts';
import { createEgress } from '../egress/egress.ts';
import { boundsOf } from '../history/bounds.ts';
import { type History, openHistory } from '../history/open-history.ts';
import type { HistoryPlace } from '../history/place.ts';
import type { HistoryReader } from '../history/store.ts';
import { createMetrics, type Metrics } from '../metrics/metrics.ts';
import { createMonitor, type Monitor } from '../monitor.ts';
import { createChannels } from '../notify/channels.ts';
import { createFollower } from '../notify/following.ts';
import { createNotifier } from '../notify/notifier.ts';
import type { CompiledProbe } from '../probe/compiled.ts';
import type { Reporter } from '../report/reporter.ts';
import { systemClock } from '../schedule/clock.ts';
import { createRecorder } from '../state/recorder.ts';
import { openStateFile } from '../state/sqlite.ts';
import type { StateChange } from '../state/store.ts';
import type { Environment } from '../template/environment.ts';
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
  /** Where the results of a config are kept; undefined: they are not. */
  readonly historyOf: (config: Config<CompiledProbe>) => HistoryPlace | undefined;
  /** What messages of channels may read of the environment. */
  readonly env: Environment;
  /** Cuts short what stops or waits. */
  readonly kill: AbortSignal;
}

/** A monitor with everything it works with. */
export interface Picket {
  readonly monitor: Monitor;
  readonly metrics: Metrics;
  /** What is kept of runs; undefined where nothing is. */
  history(): HistoryReader | undefined;
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
  const { reporter, stateFile, historyOf, kill, env } = surroundings;
  const isJudgedOnly = stateFile === undefined;
  const now = systemClock.wallTime;
  const metrics = createMetrics({ version });
  let { config } = definition;
  let egress = createEgress(config.egress);
  const openChannels = ({ notifications }: Definition['config']) =>
    createChannels(isJudgedOnly ? [] : notifications, { version, now, env });
  const channels = openChannels(config);
  const openHistoryOf = async (config: Definition['config']): Promise<History | undefined> => {
    const place = historyOf(config);
    if (place === undefined) return undefined;
    const bounds = boundsOf(config.history);
    const { log } = reporter;
    return openHistory({ place, bounds, clock: systemClock, log, observer: metrics.history });
  };
  const { store, outbox, close } = openStateFile(stateFile ?? ':memory:', {
    now,
    log: reporter.log,
  });

  let history = await openHistoryOf(config).catch(async (error: unknown) => {
    await close();
    throw error;
  });

  const notifier = createNotifier({
    outbox,
    channels,
    clock: systemClock,
    log: reporter.log,
    onDelivered: metrics.notification,
  });
  const follower = createFollower({ channels, outbox, clock: systemClock, log: reporter.log });

  const tell = ({ transitions }: StateChange) => {
    follower.recorded(transitions);
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
      history?.judged(judgement);
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
    history: () => history?.reader,
    startNotifying() {
      notifier.start();
      follower.start();
    },
    async reload(next) {
      const nextEgress = createEgress(next.config.egress);
      const nextChannels = openChannels(next.config);
      const nextHistory = isDeepStrictEqual(next.config.history, config.history)
        ? history
        : await openHistoryOf(next.config);
      try {
        await monitor.replace(next.probes);
      } catch (error) {
        if (nextHistory !== history) await nextHistory?.close(kill);
        throw error;
      }
      egress = nextEgress;
      const isAsBefore = isDeepStrictEqual(next.config.notifications, config.notifications);
      config = next.config;
      if (nextHistory !== history) {
        const before = history;
        history = nextHistory;
        await before?.close(kill);
      }
      if (isAsBefore) return;
      const limit = { timeout: lastDeliveries, signal: kill };
      await Promise.all([notifier, follower].map(each => each.change(nextChannels, limit)));
    },
    async stop() {
      await monitor.stop(kill);
      const kept = history?.close(kill);
      await recorder.flush(AbortSignal.any([kill, AbortSignal.timeout(lastRecords)]));
      const limit = { timeout: lastDeliveries, signal: kill };
      await Promise.all([notifier.stop(limit), follower.stop(limit)]);
      await kept;
      await close();
      const lost = recorder.close();
      if (lost > 0) reporter.log.error({ probes: lost }, 'alert states were not recorded');
    },
  };
}
