import type { Clock, Log } from '@picket/monitor';
import type { KubeApi } from '../kube/api.ts';
import type { Cache } from '../kube/cache.ts';
import { KubeError } from '../kube/kube-error.ts';
import { createReflector } from '../kube/reflector.ts';
import type { ProbeResource } from '../resource/probe-resource.ts';
import { probes } from '../resource/probes.ts';

export interface ProbeWatchesSettings {
  readonly api: Pick<KubeApi, 'list' | 'watch'>;
  readonly cache: Cache<ProbeResource>;
  /** Whose probes are heard of; empty: those of all. */
  readonly namespaces: readonly string[];
  readonly clock: Clock;
  readonly random: () => number;
  readonly log: Pick<Log, 'warn'>;
}

/** Keeps the cache up to date, one watch for each namespace. */
export interface ProbeWatches {
  /** To be called once; goes on until `signal` aborts. */
  run(signal: AbortSignal): void;
  /**
   * Resolves once the cache holds every probe there is, but for those of namespaces that may not be seen: one that was
   * deleted, and its Role with it, is not to keep the others from being run. They are tried on. Where none may be seen
   * it waits.
   */
  readonly synced: Promise<void>;
}

export function createProbeWatches(settings: ProbeWatchesSettings): ProbeWatches {
  const { namespaces } = settings;
  const all = namespaces.length === 0 ? [undefined] : namespaces;
  const watches = all.map(namespace => watchOf(namespace, settings));
  const sync = async () => {
    await Promise.all(watches.map(({ synced, refused }) => Promise.race([synced, refused])));
    await Promise.any(watches.map(({ synced }) => synced));
  };
  return {
    run(signal) {
      for (const { run } of watches) run(signal);
    },
    synced: sync(),
  };
}

function watchOf(namespace: string | undefined, settings: ProbeWatchesSettings) {
  const { cache, log } = settings;
  const { promise: refused, resolve: refuse } = Promise.withResolvers<void>();
  const reflector = createReflector({
    ...settings,
    resource: probes,
    ...(namespace !== undefined && { namespace }),
    sink: cache.sink(namespace),
    onError(err) {
      log.warn({ err, namespace }, 'cannot hear of probes; will try again');
      if (err instanceof KubeError && err.status === 403) refuse();
    },
  });
  return {
    run: (signal: AbortSignal) => void reflector.run(signal),
    synced: reflector.synced,
    refused,
  };
}
