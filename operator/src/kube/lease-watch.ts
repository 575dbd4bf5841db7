import type { Clock } from '@picket/monitor';
import type { KubeApi } from './api.ts';
import { groupLabel } from './lease.ts';
import { createReflector } from './reflector.ts';
import { type Lease, leases } from './resources/leases.ts';

export interface LeaseWatchSettings {
  readonly api: Pick<KubeApi, 'list' | 'watch'>;
  readonly namespace: string;
  readonly group: string;
  readonly clock: Pick<Clock, 'now' | 'setTimer'>;
  readonly random: () => number;
  /** A Lease was made or changed. */
  readonly onHeard: (lease: Lease) => void;
  readonly onGone: (name: string) => void;
  /** The watch begins anew: anything may have happened. */
  readonly onRefilled: () => void;
  readonly onError: (error: unknown) => void;
}

/** Tells of what happens to the Leases of a group, soon, as far as it can: no look is to be left out for it. */
export function watchLeases(settings: LeaseWatchSettings, signal: AbortSignal): Promise<void> {
  const { group, onHeard, onGone, onRefilled } = settings;
  const reflector = createReflector({
    ...settings,
    resource: leases,
    labelSelector: `${groupLabel}=${group}`,
    sink: {
      replace: onRefilled,
      put: onHeard,
      remove: ({ metadata }) => onGone(metadata.name),
    },
  });
  return reflector.run(signal);
}
