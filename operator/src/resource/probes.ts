import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Resource } from '../kube/resource.ts';
import { defineResource } from '../kube/resources/define-resource.ts';
import { objectFields } from '../kube/resources/object-fields.ts';
import { decodeStatus } from './decode-status.ts';
import type { ProbeResource } from './probe-resource.ts';

/** What the API server sees to for every object. Spec and status may be anything: nothing else vouches for them. */
const probeObject = Type.Object({
  ...objectFields,
  metadata: Type.Object({
    ...objectFields.metadata.properties,
    namespace: Type.String({ minLength: 1 }),
    uid: Type.String({ minLength: 1 }),
    resourceVersion: Type.String({ minLength: 1 }),
    generation: Type.Integer(),
  }),
  spec: Type.Optional(Type.Unknown()),
  status: Type.Optional(Type.Unknown()),
});

const objects = defineResource({
  group: 'picket.dev',
  version: 'v1',
  kind: 'Probe',
  plural: 'probes',
  validator: Compile(probeObject),
});

/** Probe resources. */
export const probes: Resource<ProbeResource> = { ...objects, decode: decodeProbe };

/** The whole manifest once more, which `kubectl apply` keeps in the object. */
const lastApplied = 'kubectl.kubernetes.io/last-applied-configuration';

/**
 * Throws where the value is no Probe of a cluster. It runs for each event of a watch, so the spec is left
 * unchecked, and what nobody reads here is dropped: with it, a cache of Probes would be three times as large.
 */
export function decodeProbe(value: unknown): ProbeResource {
  const { status: written, spec, metadata, ...object } = objects.decode(value);
  const status = decodeStatus(written);
  return {
    ...object,
    metadata: metadata.annotations
      ? { ...metadata, annotations: read(metadata.annotations) }
      : metadata,
    spec,
    ...(status && { status }),
  };
}

function read({ [lastApplied]: _, ...annotations }: Readonly<Record<string, string>>) {
  return annotations;
}
