import { isDeepStrictEqual } from 'node:util';
import type { Condition, ProbeStatus } from '../resource/status.ts';
import { alertsAfter } from './alerts-in-status.ts';
import { setCondition } from './conditions.ts';
import { type DeliveryFact, type Pending, withFact } from './delivery-fact.ts';
import { healthOf, incidentsOf } from './health.ts';
import { type Held, mostTransitions } from './held-changes.ts';
import type { Verdict } from './status-writer.ts';

/** What is to be true of a status beside what is written. */
export interface Intent {
  readonly held: Held;
  readonly facts: Iterable<DeliveryFact>;
  readonly verdict: Verdict | undefined;
  readonly wasJudged: boolean;
  /** Unix milliseconds of the last of all that: when conditions that change did so. */
  readonly at: number;
}

export interface Desired {
  readonly status: ProbeStatus;
  /** Transitions, the oldest, for which there is no room. */
  readonly givenUp: Pending;
}

/** What a write is for, the most urgent first; its index is its priority. */
export const writeKinds = ['transition', 'condition', 'delivery', 'count'] as const;
export type WriteKind = (typeof writeKinds)[number];

/**
 * The status as it should be, worked out from how it is and what is not in it yet. Worked out again from itself
 * it is the same. Members of a newer version stay.
 */
export function desiredStatus(written: ProbeStatus, intent: Intent): Desired {
  const { alerts: before = [], sequence: _, pending: owed = [], ...rest } = written;
  const { held } = intent;
  const alerts = alertsAfter(before, held.states);
  const sequence = sequenceAfter(written, held);
  const all = pendingAfter(owed, intent);
  const pending = all.slice(-mostTransitions);
  const found = findingsOf(written, intent, alerts);
  const incidents = incidentsOf(alerts).length;
  const tellsIncidents = incidents > 0 || written.incidents !== undefined || 'conditions' in found;
  return {
    status: {
      ...rest,
      ...found,
      ...(tellsIncidents && { incidents }),
      ...(alerts.length > 0 && { alerts }),
      ...(sequence > 0 && { sequence }),
      ...(pending.length > 0 && { pending }),
    },
    givenUp: all.slice(0, all.length - pending.length),
  };
}

/** The record proper: if it is the same, so are all states, and no transition lies between. */
export function isSameRecord(a: ProbeStatus, b: ProbeStatus): boolean {
  return (
    (a.sequence ?? 0) === (b.sequence ?? 0) && isDeepStrictEqual(a.alerts ?? [], b.alerts ?? [])
  );
}

/** What a write that makes one status of the other is for; undefined where they are the same. */
export function differenceOf(written: ProbeStatus, desired: ProbeStatus): WriteKind | undefined {
  if (written.sequence !== desired.sequence) return 'transition';
  const { alerts: alertsBefore, pending: owedBefore, ...before } = written;
  const { alerts, pending, ...after } = desired;
  if (!isDeepStrictEqual(before, after)) return 'condition';
  if (!isDeepStrictEqual(owedBefore, pending)) return 'delivery';
  return isDeepStrictEqual(alertsBefore, alerts) ? undefined : 'count';
}

/**
 * No alert's sequence is higher. It grows by every transition, also by one of an alert whose own sequence lies
 * below, so that a record that has seen a transition is never taken for one from before it.
 */
function sequenceAfter({ sequence = 0 }: ProbeStatus, { made, states }: Held): number {
  const highest = [...states.values()].map(({ state }) => state.sequence);
  return Math.max(sequence + made, ...highest);
}

function pendingAfter(owed: Pending, { held, facts }: Intent): Pending {
  const ids = new Set(owed.map(({ id }) => id));
  const added = held.transitions.flatMap(({ pending }) =>
    pending === undefined || ids.has(pending.id) ? [] : pending,
  );
  return [...facts].reduce(withFact, [...owed, ...added]);
}

/** Nothing where there is no verdict, or one about an older generation than was observed. */
function findingsOf(
  { conditions = [], observedGeneration = 0 }: ProbeStatus,
  { verdict, wasJudged, at }: Intent,
  alerts: Required<ProbeStatus>['alerts'],
): Pick<ProbeStatus, 'observedGeneration' | 'conditions' | 'lastRunNow'> {
  if (verdict === undefined || verdict.generation < observedGeneration) return {};
  const { generation, lastRunNow } = verdict;
  const isHealth = ({ type }: Pick<Condition, 'type'>) => type === 'Healthy';
  const health = healthOf({
    alerts,
    verdict: verdict.conditions.find(isHealth),
    written: conditions.find(isHealth),
    wasJudged,
  });
  const findings = [...verdict.conditions.filter(finding => !isHealth(finding)), health];
  return {
    observedGeneration: generation,
    conditions: findings.reduce(
      (all, finding) => setCondition(all, finding, { generation, at }),
      conditions,
    ),
    ...(lastRunNow !== undefined && { lastRunNow }),
  };
}
