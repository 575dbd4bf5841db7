import { systemClock } from '@picket/monitor';
import { createCache } from '../src/kube/cache.ts';
import { connect } from '../src/kube/connection.ts';
import { createKubeApi } from '../src/kube/create-api.ts';
import { createReflector } from '../src/kube/reflector.ts';
import type { ProbeResource } from '../src/resource/probe-resource.ts';
import { probes } from '../src/resource/probes.ts';

/** How many probes of a namespace are Ready, as somebody who watches them sees it. */
export interface ReadyCount extends AsyncDisposable {
  /** Resolves with the time at which so many are, in milliseconds of `performance.now`; rejects when it takes longer than `limit`. */
  reaches(count: number, limit: number): Promise<number>;
}

export async function countReady(kubeconfig: string, namespace: string): Promise<ReadyCount> {
  const connection = connect({ kubeconfig, clock: systemClock });
  const stopped = new AbortController();
  const fail = (error: unknown) => stopped.abort(error);
  const cache = createCache<ProbeResource>({ onError: fail });
  const ready = new Set<string>();
  let check = () => {};
  cache.onChange(({ key, object }) => {
    if (isReady(object)) ready.add(key);
    else ready.delete(key);
    check();
  });
  const reflector = createReflector({
    api: createKubeApi(connection, { userAgent: 'picket-bench' }),
    resource: probes,
    namespace,
    sink: cache.sink(namespace),
    clock: systemClock,
    random: Math.random,
    onError: fail,
  });
  const running = reflector.run(stopped.signal);
  await reflector.synced;
  return {
    reaches: (count, limit) =>
      new Promise((resolve, reject) => {
        const late = setTimeout(
          () => reject(new Error(`${ready.size} of ${count} probes are Ready after ${limit} ms`)),
          limit,
        );
        stopped.signal.addEventListener('abort', () => reject(stopped.signal.reason));
        check = () => {
          if (ready.size < count) return;
          clearTimeout(late);
          resolve(performance.now());
        };
        check();
      }),
    async [Symbol.asyncDispose]() {
      stopped.abort();
      await running;
      await connection.close();
    },
  };
}

function isReady({ metadata, status }: ProbeResource): boolean {
  const ready = status?.conditions?.find(({ type }) => type === 'Ready');
  return ready?.status === 'True' && ready.observedGeneration === metadata.generation;
}
