import type { StateChange } from '@picket/monitor';
import type { AlertStatus } from '../resource/status.ts';
import { fromTimestamp, toTimestamp } from './timestamp.ts';

/** The state of one alert of one request, as the engine keeps it. */
export type KeyedState = StateChange['states'][number];

/** Which alert it is, as one text for maps in memory; no two alerts have the same. */
export function alertKey({ request, alert }: Pick<KeyedState, 'request' | 'alert'>): string {
  return JSON.stringify([request, alert]);
}

/** The states a status tells of. */
export function statesOf(alerts: readonly AlertStatus[]): KeyedState[] {
  return alerts.map(({ request, alert, state, streak = 0, sequence, ...times }) => {
    const streakSince = fromTimestamp(times.streakSince);
    const beganAt = fromTimestamp(times.beganAt);
    return {
      request,
      alert,
      state: {
        status: state,
        streak,
        ...(streakSince !== undefined && { streakSince }),
        ...(beganAt !== undefined && { beganAt }),
        sequence,
      },
    };
  });
}

/** What a status tells of alerts once these states hold: each keeps its place, and one at rest loses it. */
export function alertsAfter(
  alerts: readonly AlertStatus[],
  states: ReadonlyMap<string, KeyedState>,
): AlertStatus[] {
  const known = new Set(alerts.map(alertKey));
  const kept = alerts.flatMap(alert => {
    const keyed = states.get(alertKey(alert));
    return keyed === undefined ? [alert] : alertOf(keyed);
  });
  const added = [...states].flatMap(([key, keyed]) => (known.has(key) ? [] : alertOf(keyed)));
  return [...kept, ...added];
}

/** None where the alert is at rest. */
function alertOf({ request, alert, state }: KeyedState): AlertStatus[] {
  const { status, streak, streakSince, beganAt, sequence } = state;
  if (status === 'normal' && streak === 0) return [];
  return [
    {
      request,
      alert,
      state: status,
      ...(streak > 0 && { streak }),
      ...(streakSince !== undefined && { streakSince: toTimestamp(streakSince) }),
      ...(beganAt !== undefined && { beganAt: toTimestamp(beganAt) }),
      sequence,
    },
  ];
}
