import type { Clock } from '@picket/monitor';
import type { CallOptions, KubeApi } from './api.ts';
import { isAlreadyExists, isConflict, isNotFound } from './kube-error.ts';
import { microTime } from './micro-time.ts';
import type { OwnerReference } from './resource.ts';
import { type Lease, leases } from './resources/leases.ts';

/** The label by which the Leases of one group are found. */
export const groupLabel = 'picket.dev/group';

export interface OwnLeaseSettings {
  readonly api: Pick<KubeApi, 'create' | 'get' | 'replace' | 'remove'>;
  readonly namespace: string;
  readonly group: string;
  readonly name: string;
  readonly owner?: OwnerReference;
  /** Milliseconds; on the server it is rounded up to seconds. */
  readonly duration: number;
  readonly clock: Pick<Clock, 'now' | 'wallTime'>;
}

/** The Lease that says a member is alive. */
export interface OwnLease {
  /**
   * Writes it with a new time: makes it where there is none, and takes over what is there under its name, be it of
   * this member's last life or changed by somebody. Rejects with the `KubeError` of what could not be done.
   */
  renew(options: Required<CallOptions>): Promise<void>;
  /** Deletes it, if it is there. */
  release(options: CallOptions): Promise<void>;
}

export function createOwnLease(settings: OwnLeaseSettings): OwnLease {
  return new RenewedLease(settings);
}

/** Writes in one renewal: it is not there, it is there after all, somebody changed it meanwhile. */
const triesPerRenewal = 4;

class RenewedLease implements OwnLease {
  readonly #settings: OwnLeaseSettings;
  /** As it was last read or written; undefined where there is none, as far as is known. */
  #known: Lease | undefined;
  #acquiredAt: string | undefined;
  #renewals = 0;

  constructor(settings: OwnLeaseSettings) {
    this.#settings = settings;
  }

  async renew({ signal, timeout }: Required<CallOptions>): Promise<void> {
    const end = this.#settings.clock.now() + timeout;
    for (let tries = 1; ; tries++) {
      const left = Math.max(1, end - this.#settings.clock.now());
      try {
        this.#known = await this.#write({ signal, timeout: left });
        return;
      } catch (error) {
        if (tries === triesPerRenewal) throw error;
        await this.#learn(error, { signal, timeout: left });
      }
    }
  }

  async release(options: CallOptions): Promise<void> {
    const { api, namespace, name } = this.#settings;
    try {
      await api.remove(leases, { namespace, name }, options);
    } catch (error) {
      if (!isNotFound(error)) throw error;
    }
    this.#known = undefined;
  }

  #write(options: CallOptions): Promise<Lease> {
    const { api, namespace, name } = this.#settings;
    const lease = this.#renewed();
    return this.#known === undefined
      ? api.create(leases, { namespace }, lease, options)
      : api.replace(leases, { namespace, name }, lease, options);
  }

  /** Finds out what is there where that is why it could not be written; else rejects with the error. */
  async #learn(error: unknown, options: CallOptions): Promise<void> {
    if (isNotFound(error) && this.#known !== undefined) {
      this.#known = undefined;
      return;
    }
    if (!isConflict(error) && !isAlreadyExists(error)) throw error;
    const { api, namespace, name } = this.#settings;
    try {
      this.#known = await api.get(leases, { namespace, name }, options);
    } catch (failure) {
      if (!isNotFound(failure)) throw failure;
      this.#known = undefined;
    }
  }

  #renewed(): Lease {
    const { namespace, group, name, owner, duration, clock } = this.#settings;
    // The others go by the resource version, which moves only when something differs: should the clock be set back
    // to the very time of the last renewal, the microseconds do.
    const renewTime = microTime(clock.wallTime(), this.#renewals++ % 1000);
    this.#acquiredAt ??= renewTime;
    const before = this.#known?.metadata;
    return {
      apiVersion: 'coordination.k8s.io/v1',
      kind: 'Lease',
      metadata: {
        ...before,
        name,
        namespace,
        labels: { ...before?.labels, [groupLabel]: group },
        ...(owner !== undefined && { ownerReferences: [owner] }),
      },
      spec: {
        holderIdentity: name,
        leaseDurationSeconds: Math.ceil(duration / 1000),
        acquireTime: this.#acquiredAt,
        renewTime,
      },
    };
  }
}
