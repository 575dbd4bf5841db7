import type { KubeObject, ObjectMeta } from '../kube/resource.ts';
import type { ProbeStatus } from './status.ts';

/** A Probe as the API server has it. The spec is unknown until it is checked: an older CRD may have let it in. */
export interface ProbeResource extends KubeObject {
  readonly metadata: ObjectMeta & {
    readonly namespace: string;
    readonly uid: string;
    readonly resourceVersion: string;
    readonly generation: number;
  };
  readonly spec: unknown;
  readonly status?: ProbeStatus;
}
