import type { KubeEvent } from './event-recorder.ts';
import type { KubeObject } from './resource.ts';
import type { EventResource } from './resources/events.ts';

export interface EventFacts {
  readonly about: KubeObject;
  readonly event: KubeEvent;
  readonly name: string;
  /** MicroTime. */
  readonly at: string;
  readonly controller: string;
  readonly instance: string;
}

/** Limits of the API server, in bytes. */
const longest = { note: 1024, instance: 128 } as const;

/** Throws a `TypeError` where the object doesn't say of what kind it is: nobody could find its events. */
export function eventObject(facts: EventFacts): EventResource {
  const { about, event, name, at, controller, instance } = facts;
  const { apiVersion, kind, metadata } = about;
  if (apiVersion === undefined || kind === undefined)
    throw new TypeError(`an event about ${metadata.name}, which does not say of what kind it is`);
  const { namespace, uid, resourceVersion } = metadata;
  const regarding = {
    apiVersion,
    kind,
    name: metadata.name,
    ...(namespace !== undefined && { namespace }),
    ...(uid !== undefined && { uid }),
    ...(resourceVersion !== undefined && { resourceVersion }),
  };
  return {
    apiVersion: 'events.k8s.io/v1',
    kind: 'Event',
    metadata: { name, namespace: eventNamespace(about) },
    eventTime: at,
    reportingController: controller,
    reportingInstance: cut(instance, longest.instance),
    action: event.action,
    reason: event.reason,
    type: event.type,
    note: cut(event.note, longest.note),
    regarding,
  };
}

/** Events about what has no namespace are kept where the API server wants them. */
export function eventNamespace({ metadata }: KubeObject): string {
  return metadata.namespace ?? 'default';
}

/** A name as client-go makes them: that of the object, and what tells one event from another. */
export function eventName({ metadata }: KubeObject, suffix: string): string {
  const room = 253 - suffix.length - 1;
  return `${metadata.name.slice(0, room).replace(/[^a-z0-9]+$/, '')}.${suffix}`;
}

/** Not within a character. */
function cut(text: string, maxBytes: number): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= maxBytes) return text;
  let end = maxBytes - ellipsis.length;
  while (((bytes[end] ?? 0) & 0b1100_0000) === 0b1000_0000) end--;
  return `${bytes.toString('utf8', 0, end)}${ellipsis}`;
}

const ellipsis = '...';
