import type { Transition } from '@picket/monitor';
import type { KubeObject } from '../kube/resource.ts';
import type { ProbeResource } from '../resource/probe-resource.ts';
import type { ProbeStatus } from '../resource/status.ts';
import { identityOf } from './pending-transition.ts';

/** What is known of a probe as the API server had it at one resource version; not its spec, which may be large. */
export interface Known {
  readonly resourceVersion: string;
  readonly status: ProbeStatus;
  /** What transitions say of it. */
  readonly probe: Transition['probe'];
  /** What a write of its status names it by. */
  readonly object: KubeObject;
}

export function knowledgeOf(resource: ProbeResource): Known {
  const { apiVersion = 'picket.dev/v1', kind = 'Probe', metadata, status = {} } = resource;
  const { name, namespace, uid, resourceVersion } = metadata;
  return {
    resourceVersion,
    status,
    probe: identityOf(resource),
    object: { apiVersion, kind, metadata: { name, namespace, uid, resourceVersion } },
  };
}

/** Resource versions of one kind are whole numbers that grow, of any length. */
export function isNewer(resourceVersion: string, than: string): boolean {
  const [a, b] = [resourceVersion, than];
  return a.length === b.length ? a > b : a.length > b.length;
}
