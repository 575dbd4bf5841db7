import { isDeepStrictEqual } from 'node:util';
import {
  boundsOf,
  type Channel,
  type Clock,
  type CompiledProbe,
  createFollower,
  createMonitor,
  createNotifier,
  type Delivery,
  type History,
  type HistoryReader,
  type Log,
  type Metrics,
  type Monitor,
  openDatabaseHistory,
} from '@picket/monitor';
import type { SharedSettings } from '../command/shared-settings.ts';
import type { KubeApi } from '../kube/api.ts';
import type { EventRecorder } from '../kube/event-recorder.ts';
import type { WriteLimit } from '../kube/write-limit.ts';
import { createEventChannel } from '../notify/event-channel.ts';
import type { ProbeResource } from '../resource/probe-resource.ts';
import { probes } from '../resource/probes.ts';
import {
  createStatusWriter,
  type StatusWriter,
  type StatusWriterObserver,
} from '../status/status-writer.ts';
import { tellingGivenUp } from './given-up.ts';
import { startTimeLimit } from './time-limit.ts';

export interface EngineSettings {
  readonly api: KubeApi;
  readonly limit: WriteLimit;
  readonly events: EventRecorder;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly concurrency: number;
  readonly shared: SharedSettings;
  /** The resource of a probe as last heard of. */
  readonly find: (probeId: string) => ProbeResource | undefined;
  readonly current: (probe: CompiledProbe) => Promise<CompiledProbe | undefined>;
  readonly observer: StatusWriterObserver;
  readonly metrics: Metrics;
}

/** What runs probes, keeps their record in their status, and tells of it. */
export interface Engine {
  readonly monitor: Monitor;
  readonly writer: StatusWriter;
  /** Ids of the channels that probes may name. */
  channels(): ReadonlySet<string>;
  /** What is kept of runs; undefined while nothing is. */
  history(): HistoryReader | undefined;
  start(): void;
  /** Other channels and rules from now on; what is owed is kept. Takes 4 s at most. */
  reload(shared: SharedSettings): Promise<void>;
  /**
   * Ends what runs, writes what is not written, sends what is due. `signal` cuts short what runs; whatever else
   * hangs, it is over 9 s after the last run.
   */
  stop(signal: AbortSignal): Promise<void>;
}

const maxBody = 1024 * 1024;
/** Status writes under way at once. */
const writers = 16;
/** A probe in trouble costs a write a minute, and a crash at most a minute of counting. */
const evidenceSpan = 60_000;
/** Milliseconds that the steps of an end may take, besides the runs. */
const last = { write: 3000, deliveries: 4000, outcomes: 2000 } as const;

export function createEngine(settings: EngineSettings): Engine {
  const { clock, log, events, metrics } = settings;
  let { shared } = settings;
  const eventChannel = createEventChannel({ events, find: settings.find });

  const writer = createStatusWriter({
    api: settings.api,
    resource: probes,
    limit: settings.limit,
    clock,
    random: settings.random,
    concurrency: writers,
    alwaysTell: [eventChannel.id],
    onRecorded({ transitions }) {
      follower.recorded(transitions);
      for (const transition of transitions) {
        if (transition.type === 'incident') metrics.incident(transition);
      }
    },
    onOwed() {
      notifier.wake();
      notifier.sweep();
    },
    onGivenUp(delivery) {
      metrics.notification(delivery.channel, 'gave-up');
      tellGivenUp(delivery);
    },
    observer: settings.observer,
    onSuperseded(id) {
      log.debug({ probe: id }, 'another replica recorded this probe; going on from its record');
      monitor
        .reopen(id)
        .then(() => follower.reopened(id))
        .catch((err: unknown) => log.error({ probe: id, err }, 'a record could not be read'));
    },
    onError: (err, id) =>
      log.warn({ probe: id, err }, 'a status could not be written; will try again'),
  });

  const tellGivenUp = ({ transition, channel }: Pick<Delivery, 'transition' | 'channel'>) => {
    const resource = settings.find(transition.probe.id);
    if (resource === undefined) return;
    events.emit(resource, {
      type: 'Warning',
      reason: 'NotificationGivenUp',
      action: 'Notify',
      note: `the ${transition.type} ${transition.id} of "${transition.alert.name}" was not taken by "${channel}"`,
    });
  };
  const outbox = tellingGivenUp(writer.outbox, tellGivenUp);
  const withEvents = (channels: ReadonlyMap<string, Channel>): ReadonlyMap<string, Channel> =>
    new Map([...channels, [eventChannel.id, eventChannel]]);
  const notifier = createNotifier({
    outbox,
    channels: withEvents(shared.channels),
    clock,
    log,
    onDelivered: metrics.notification,
  });
  const openHistory = ({ history: section }: SharedSettings): History | undefined =>
    section &&
    openDatabaseHistory(section.url, {
      bounds: boundsOf(section),
      clock,
      log,
      observer: metrics.history,
    });
  let history = openHistory(shared);
  const follower = createFollower({
    channels: shared.channels,
    outbox,
    clock,
    random: settings.random,
    log,
  });

  const monitor = createMonitor({
    run: {
      egress: { resolve: (...host) => shared.egress.resolve(...host) },
      maxBody,
      now: clock.wallTime,
    },
    store: writer,
    recorder: writer,
    clock,
    concurrency: settings.concurrency,
    evidenceSpan,
    channels: () => [...shared.channels.keys()],
    current: settings.current,
    onJudged(judgement) {
      follower.judged(judgement);
      metrics.observe(judgement);
      history?.judged(judgement);
      writer.observed(judgement.probe.id);
    },
    onRemoved(id, departure) {
      follower.removed(id, departure);
      metrics.forget(id);
    },
    onLag: metrics.lag,
    onError: (err, id) => log.error({ probe: id, err }, 'a run failed for a defect of Picket'),
  });

  /** What was sent and is not recorded by then is owed still: it will be sent again. */
  const inTime = async (end: (limit: { readonly timeout: number }) => Promise<unknown>) => {
    const timeout = last.deliveries;
    using limit = startTimeLimit(clock, timeout);
    await limit.orUntil(end({ timeout }));
  };

  const flush = async (ms: number) => {
    using limit = startTimeLimit(clock, ms);
    await writer.flush(limit.signal);
  };

  return {
    monitor,
    writer,
    channels: () => new Set(shared.channels.keys()),
    history: () => history?.reader,
    start() {
      monitor.start();
      notifier.start();
      follower.start();
    },
    async reload(next) {
      if (!isDeepStrictEqual(next.history, shared.history)) {
        const before = history;
        history = openHistory(next);
        // What it holds is written beside; nobody waits for a database.
        void before?.close(AbortSignal.timeout(last.deliveries));
      }
      shared = next;
      await inTime(limit =>
        Promise.all([
          notifier.change(withEvents(next.channels), limit),
          follower.change(next.channels, limit),
        ]),
      );
    },
    async stop(signal) {
      await monitor.stop(signal);
      // The database has until the end of all else: nothing waits for it alone.
      const kept = history?.close(AbortSignal.timeout(last.deliveries));
      await flush(last.write);
      await inTime(limit =>
        Promise.all([notifier, follower].map(each => each.stop({ ...limit, signal }))),
      );
      await flush(last.outcomes);
      await kept;
      const { unwritten } = writer;
      if (unwritten > 0)
        log.error({ probes: unwritten }, 'the status of some probes is not written');
      writer.close();
    },
  };
}
