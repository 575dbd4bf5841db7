import type { Transition } from '../alert/transition.ts';
import type { Mistake } from './invalid-channel.ts';
import { type Link, resourceOf } from './links.ts';
import { cut } from './message/cut.ts';
import { wordResult } from './message/wording.ts';

/** An alert as the API of the Alertmanager takes it. */
export interface Alert {
  /** What tells it from others: the same while it fires and when it is resolved. */
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** ISO 8601, as `endsAt`: one that ends later than now fires. */
  readonly startsAt: string;
  readonly endsAt: string;
  /** Where the interface of the Alertmanager links to. */
  readonly generatorURL?: string;
}

/** What every alert of a channel has beside its own. */
export interface Additions {
  readonly labels: Readonly<Record<string, string>>;
  readonly annotations: Readonly<Record<string, string>>;
  /** Annotations that are made for each alert. */
  readonly links: readonly Link[];
}

/** What tells two incidents apart, so that the configuration cannot make them one; and what is said of each. */
const own = {
  labels: ['probe', 'request', 'alert', 'instance'],
  annotations: ['summary', 'description'],
};
const validName = /^[a-zA-Z_][a-zA-Z0-9_]*$/;
/** Characters of an annotation: a message may hold a whole body. */
const longestAnnotation = 4096;

/** `firesUntil`, in Unix milliseconds, is when an incident ends of which nothing more is heard. */
export function alertOf(transition: Transition, additions: Additions, firesUntil: number): Alert {
  const { type, beganAt, at } = transition;
  // A clock that was set back must not have it end before it began, which is refused.
  const endsAt = Math.max(type === 'recovery' ? at : firesUntil, beganAt);
  const links = new Map(additions.links.map(({ name, url }) => [name, url(transition)]));
  const dashboard = links.get('dashboard');
  return {
    labels: labelsOf(transition, additions.labels),
    annotations: {
      ...additions.annotations,
      ...Object.fromEntries(links),
      summary: cut(`${transition.probe.name}: ${transition.alert.name}`, longestAnnotation),
      description: cut(descriptionOf(transition), longestAnnotation),
    },
    startsAt: new Date(beganAt).toISOString(),
    endsAt: new Date(endsAt).toISOString(),
    ...(dashboard !== undefined && { generatorURL: dashboard }),
  };
}

/** What keeps the additions from being sent, all of it. */
export function mistakesIn({ labels, annotations, links }: Additions): readonly Mistake[] {
  const linked = links.map(({ name }) => name);
  return [
    ...Object.keys(labels).flatMap(name => mistakesOf('labels', name, own.labels)),
    ...Object.keys(annotations).flatMap(name => mistakesOf('annotations', name, own.annotations)),
    ...linked.flatMap(name => mistakesOf('links', name, own.annotations)),
    ...linked
      .filter(name => Object.hasOwn(annotations, name))
      .map(name => ({ field: ['links', name], reason: 'is among the annotations, too' })),
  ];
}

function mistakesOf(kind: string, name: string, reserved: readonly string[]): Mistake[] {
  const field = [kind, name];
  if (reserved.includes(name)) return [{ field, reason: 'is set by Picket itself' }];
  if (validName.test(name)) return [];
  const reason =
    'has a name with other characters than letters, digits and _, or with a digit first';
  return [{ field, reason }];
}

function labelsOf({ probe, request, alert }: Transition, added: Additions['labels']) {
  const resource = resourceOf(probe.id);
  return wellFormed({
    alertname: 'PicketIncident',
    ...added,
    ...(resource && { namespace: resource.namespace }),
    probe: resource?.name ?? probe.id,
    request: request.name,
    alert: alert.name,
    ...(alert.severity !== undefined && { severity: alert.severity }),
    instance: request.target,
  });
}

/** Half a character is no UTF-8, and an empty label is none. */
function wellFormed(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, value.toWellFormed()]),
  );
}

function descriptionOf(transition: Transition): string {
  return `${transition.message}\nLast result: ${wordResult(transition)}`;
}
