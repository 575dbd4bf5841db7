import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Resource } from '../resource.ts';
import { defineResource } from './define-resource.ts';
import { objectFields } from './object-fields.ts';

const leaseSchema = Type.Object({
  ...objectFields,
  spec: Type.Optional(
    Type.Object({
      holderIdentity: Type.Optional(Type.String()),
      /** Seconds after `renewTime` for which it is held. */
      leaseDurationSeconds: Type.Optional(Type.Number()),
      /** RFC 3339 with microseconds. */
      acquireTime: Type.Optional(Type.String()),
      renewTime: Type.Optional(Type.String()),
      leaseTransitions: Type.Optional(Type.Number()),
    }),
  ),
});

export type Lease = Static<typeof leaseSchema>;

const validator = Compile(leaseSchema);

export const leases: Resource<Lease> = defineResource({
  group: 'coordination.k8s.io',
  version: 'v1',
  kind: 'Lease',
  plural: 'leases',
  validator,
});
