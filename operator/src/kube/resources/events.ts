import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import type { Resource } from '../resource.ts';
import { defineResource } from './define-resource.ts';
import { objectFields } from './object-fields.ts';

const reference = Type.Object({
  apiVersion: Type.Optional(Type.String()),
  kind: Type.Optional(Type.String()),
  namespace: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  uid: Type.Optional(Type.String()),
});

const eventSchema = Type.Object({
  ...objectFields,
  /** Null in events that were made through the core group. */
  eventTime: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  reportingController: Type.Optional(Type.String()),
  reportingInstance: Type.Optional(Type.String()),
  action: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  regarding: Type.Optional(reference),
  note: Type.Optional(Type.String()),
  type: Type.Optional(Type.String()),
  series: Type.Optional(
    Type.Object({ count: Type.Number(), lastObservedTime: Type.Optional(Type.String()) }),
  ),
});

/** Of group events.k8s.io; `kubectl get events` shows them, too. */
export type EventResource = Static<typeof eventSchema>;

const validator = Compile(eventSchema);

export const events: Resource<EventResource> = defineResource({
  group: 'events.k8s.io',
  version: 'v1',
  kind: 'Event',
  plural: 'events',
  validator,
});
