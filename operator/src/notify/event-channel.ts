import { type Channel, DeliveryError, type Transition } from '@picket/monitor';
import type { EventRecorder, KubeEvent } from '../kube/event-recorder.ts';
import { isAlreadyExists, isNotFound, KubeError } from '../kube/kube-error.ts';
import type { KubeObject } from '../kube/resource.ts';
import { wordTransition } from './word-transition.ts';

/** Every probe tells this channel, so no notification can have its id. */
export const eventChannelId = 'kubernetes-events';

export interface EventChannelSettings {
  readonly events: Pick<EventRecorder, 'post'>;
  /** The Probe of this id, `namespace/name`; undefined where it was deleted. */
  readonly find: (probeId: string) => KubeObject | undefined;
}

/** Milliseconds. */
const timeout = 10_000;
/** Of the names of Events, as of other objects. */
const longestName = 253;

/**
 * Tells transitions as Kubernetes Events about their Probe: `kubectl describe` and `kubectl get events` show them.
 * Where the Probe or its namespace is gone there is nothing to tell of. In a namespace that is being deleted the
 * server takes no Event; the Probe is deleted with it, so the next try ends it.
 */
export function createEventChannel({ events, find }: EventChannelSettings): Channel {
  return {
    id: eventChannelId,
    timeout,
    async send(transition, signal) {
      const probe = find(transition.probe.id);
      if (probe === undefined) return;
      try {
        await events.post(probe, eventOf(transition), nameOf(probe, transition), signal);
      } catch (error) {
        if (isAlreadyExists(error) || isNotFound(error)) return;
        throw deliveryErrorOf(error);
      }
    },
  };
}

function eventOf(transition: Transition): KubeEvent {
  const isIncident = transition.type === 'incident';
  return {
    type: isIncident ? 'Warning' : 'Normal',
    reason: isIncident ? 'IncidentOpened' : 'IncidentRecovered',
    action: 'Probe',
    note: wordTransition(transition),
  };
}

/** Ends in the transition's id, so that a repeat is the same Event. */
function nameOf({ metadata: { name } }: KubeObject, { id }: Transition): string {
  const room = longestName - id.length - 1;
  // What is left must not end between two labels of the name.
  return `${name.slice(0, room).replace(/[-.]+$/, '')}.${id}`;
}

/** Of the server's answer its reason is told: its text may be anything. */
function deliveryErrorOf(error: unknown): unknown {
  if (!(error instanceof KubeError)) return error;
  const { status, reason, retryAfter } = error;
  const message =
    status === 0
      ? `the API server gave no answer (${reason})`
      : `the API server refused the Event (${status} ${reason})`;
  return new DeliveryError(message, retryAfter);
}
