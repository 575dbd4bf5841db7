import { type Checked, checkWritten, type Probe } from '@picket/monitor';
import { keyOf } from '../kube/resource.ts';
import type { ProbeResource } from './probe-resource.ts';

export interface ResourceSurroundings {
  /** Ids of the channels there are. */
  readonly channels: ReadonlySet<string>;
}

/**
 * The probe of a resource, with `namespace/name` as its id, or everything wrong with it, the paths beginning with
 * `spec`. What its `env` refers to is not looked for, and expressions are only checked where something else is
 * wrong: those of a sound probe are when it is compiled.
 */
export function checkResource(
  resource: ProbeResource,
  { channels }: ResourceSurroundings,
): Checked<Probe> {
  const { name } = resource.metadata;
  const spec = checkWritten(
    { path: 'spec', value: resource.spec, resource: { name } },
    { channels },
  );
  return spec.ok ? { ok: true, value: { ...spec.value, id: keyOf(resource) } } : spec;
}
