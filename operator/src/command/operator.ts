import { once } from 'node:events';
import type { Clock, CompiledProbe, HistoryReader, Log, Metrics } from '@picket/monitor';
import { createEngine } from '../engine/engine.ts';
import { createProbeMetrics } from '../engine/probe-metrics.ts';
import { startTimeLimit } from '../engine/time-limit.ts';
import { createKeyValuesReader } from '../env/key-values-reader.ts';
import type { KubeApi } from '../kube/api.ts';
import { createCache } from '../kube/cache.ts';
import { createEventRecorder } from '../kube/event-recorder.ts';
import { createMembership, type MembershipSettings } from '../kube/membership.ts';
import { createWorkQueue } from '../kube/work-queue.ts';
import { createWriteLimit } from '../kube/write-limit.ts';
import type { ControllerMetrics } from '../metrics/controller-metrics.ts';
import { createReconciler } from '../reconcile/reconciler.ts';
import type { ProbeResource } from '../resource/probe-resource.ts';
import { createOwnership } from '../shard/ownership.ts';
import type { Options, Pod } from './options.ts';
import { createProbeWatches } from './probe-watches.ts';
import type { SharedSettings } from './shared-settings.ts';

export interface OperatorSettings {
  readonly options: Options;
  readonly api: KubeApi;
  /** Over connections of its own, so that no crowd of other calls keeps the Lease from being renewed. */
  readonly leaseApi: KubeApi;
  readonly shared: SharedSettings;
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Log;
  readonly metrics: ControllerMetrics;
}

/** Probes of the cluster, run by this replica as far as they are its own. */
export interface Operator {
  readonly metrics: Metrics;
  /** What is kept of runs; undefined while nothing is. */
  history(): HistoryReader | undefined;
  /** Resolves once it runs what is its own; with `signal` aborted, without that. */
  start(signal: AbortSignal): Promise<void>;
  /** Whether it runs what is its own and the others know. */
  isReady(): boolean;
  reload(shared: SharedSettings): Promise<void>;
  /** Hands everything over: what runs may end until `kill` aborts. It is over 12 s after that, whatever hangs. */
  stop(kill: AbortSignal): Promise<void>;
}

/** Probes compiled at once: the work is the processor's, but for references that are read. */
const reconcilers = 8;
/** Milliseconds that events not yet stored may take at the end. */
const lastEvents = 2000;
/** Milliseconds first runs are spread over: with everything to begin, and when taking over from another. */
const spread = { fromNothing: 10_000, fromAnother: 3_000 } as const;

export function createOperator(settings: OperatorSettings): Operator {
  const { options, api, clock, random, log, metrics } = settings;
  const { pod } = options;
  const cache = createCache<ProbeResource>({
    onError: err => log.error({ err }, 'a change of a probe was not passed on'),
  });
  const watching = new AbortController();
  let isStarted = false;
  /** On the clock: until then first runs are spread as from nothing. */
  let coldUntil = -Infinity;

  const events = createEventRecorder({
    api,
    controller: 'picket.dev/operator',
    instance: pod.name,
    clock,
    random,
    onError: err => log.warn({ err }, 'an event could not be stored'),
  });
  const keyValues = createKeyValuesReader({
    api,
    clock,
    onError: (err, { kind, namespace, name }) =>
      log.warn({ err, kind, namespace, name }, 'could not be read; what was read last is used'),
  });
  const ownership = createOwnership(pod.name);
  const membership = createMembership({
    api: settings.leaseApi,
    namespace: pod.namespace,
    group: options.group,
    name: pod.name,
    ...ownerOf(pod),
    clock,
    random,
    onChange(members) {
      log.info({ members: [...members] }, 'the replicas that are alive changed');
      ownership.share(members);
      for (const key of cache.keys()) queue.add(key);
    },
    onError: err => log.warn({ err }, 'the lease could not be renewed; will try again'),
  });
  const probeMetrics = createProbeMetrics();
  const engine = createEngine({
    api,
    limit: createWriteLimit({
      clock,
      perSecond: options.writesPerSecond,
      burst: options.writesPerSecond,
    }),
    events,
    clock,
    random,
    log,
    concurrency: options.concurrency,
    shared: settings.shared,
    find: id => cache.get(id),
    current: (probe: CompiledProbe) => reconciler.current(probe),
    observer: metrics.statusWriter,
    metrics: probeMetrics,
  });
  const reconciler = createReconciler({
    probes: cache,
    owns: ownership.owns,
    monitor: engine.monitor,
    writer: engine.writer,
    keyValues,
    events,
    channels: engine.channels,
    spread: () => (clock.now() < coldUntil ? spread.fromNothing : spread.fromAnother),
    enqueue: key => queue.add(key),
  });
  const queue = createWorkQueue({
    clock,
    random,
    concurrency: reconcilers,
    process: reconciler.reconcile,
    onError: (err, key) => log.error({ err, probe: key }, 'a probe could not be reconciled'),
    observer: metrics.workQueue,
  });
  metrics.follow({
    queue,
    concurrency: reconcilers,
    members: () => membership.members.size,
    owned: () => reconciler.owned,
    unwritten: () => engine.writer.unwritten,
    isLeaseHeld: () => membership.isHeld(),
  });
  cache.onChange(({ key }) => queue.add(key));

  const watches = createProbeWatches({
    api,
    cache,
    namespaces: options.namespaces,
    clock,
    random,
    log,
  });

  return {
    metrics: probeMetrics,
    history: engine.history,
    async start(signal) {
      const stop = AbortSignal.any([signal, watching.signal]);
      watches.run(watching.signal);
      await Promise.race([watches.synced, aborted(stop)]);
      await membership.join(stop);
      if (stop.aborted) return;
      if (membership.members.size === 1) coldUntil = clock.now() + spread.fromNothing;
      engine.start();
      queue.start();
      isStarted = true;
    },
    isReady: () => isStarted && membership.isHeld(),
    async reload(shared) {
      await engine.reload(shared);
      reconciler.invalidate();
    },
    async stop(kill) {
      isStarted = false;
      watching.abort();
      // Keys in process may be waiting for a Secret; what is run is not to wait for them.
      await Promise.all([queue.stop(), engine.stop(kill)]);
      using limit = startTimeLimit(clock, lastEvents);
      await Promise.all([events.close(limit.signal), membership.leave()]);
    },
  };
}

/** The pod owns its Lease, so that the one goes with the other. */
function ownerOf({ name, uid }: Pod): Pick<MembershipSettings, 'owner'> {
  return uid === undefined ? {} : { owner: { apiVersion: 'v1', kind: 'Pod', name, uid } };
}

async function aborted(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}
