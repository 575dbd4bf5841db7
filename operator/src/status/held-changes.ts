import type { StateChange, Transition } from '@picket/monitor';
import type { PendingTransition } from '../resource/status.ts';
import { alertKey, type KeyedState } from './alerts-in-status.ts';
import { toPending } from './pending-transition.ts';

/** Transitions that one probe holds or owes at most; beyond, the oldest are given up. */
export const mostTransitions = 50;

interface HeldTransition {
  readonly transition: Transition;
  /** As it is to be recorded; undefined where nobody is to be told. */
  readonly pending?: PendingTransition;
}

/** Changes of one probe's alert states, merged: the last state of each alert, and every transition in order. */
export interface Held {
  readonly states: ReadonlyMap<string, KeyedState>;
  readonly transitions: readonly HeldTransition[];
  /** How many transitions there were, also those given up since. */
  readonly made: number;
  /** Whom the last change told. */
  readonly channels: readonly string[];
}

export const nothingHeld: Held = { states: new Map(), transitions: [], made: 0, channels: [] };

/** Merges a change into what is held; `channels` are told of its transitions. */
export function hold(
  held: Held,
  change: StateChange,
  channels: readonly string[],
): { readonly held: Held; readonly givenUp: readonly PendingTransition[] } {
  const states = new Map(held.states);
  for (const keyed of change.states) states.set(alertKey(keyed), keyed);
  const added = change.transitions.map(transition => ({
    transition,
    ...(channels.length > 0 && { pending: toPending(transition, channels) }),
  }));
  const all = [...held.transitions, ...added];
  const over = Math.max(0, all.length - mostTransitions);
  return {
    held: {
      states,
      transitions: all.slice(over),
      made: held.made + added.length,
      channels: change.channels,
    },
    givenUp: all.slice(0, over).flatMap(({ pending }) => pending ?? []),
  };
}

/** What is still held once `recorded`, an earlier state of it, is in the record. */
export function without(held: Held, recorded: Held): Held {
  const recordedIds = new Set(recorded.transitions.map(({ transition }) => transition.id));
  return {
    states: new Map([...held.states].filter(([key, keyed]) => recorded.states.get(key) !== keyed)),
    transitions: held.transitions.filter(({ transition }) => !recordedIds.has(transition.id)),
    made: held.made - recorded.made,
    channels: held.channels,
  };
}

/** The change that all of it comes to; undefined where nothing is held. */
export function changeOf(
  uid: string,
  { states, transitions, channels }: Held,
): StateChange | undefined {
  if (states.size === 0 && transitions.length === 0) return undefined;
  return {
    uid,
    states: [...states.values()],
    transitions: transitions.map(({ transition }) => transition),
    channels,
  };
}
