import fc from 'fast-check';
import { expect, test } from 'vitest';
import { alertKey, alertsAfter, type KeyedState, statesOf } from './alerts-in-status.ts';

const time = fc.integer({ min: 0, max: 4_000_000_000_000 });
const sequence = fc.nat({ max: 1000 });

/** As the engine makes them. */
const state: fc.Arbitrary<KeyedState['state']> = fc.oneof(
  fc.record({ status: fc.constant('normal' as const), streak: fc.constant(0), sequence }),
  fc.record({
    status: fc.constant('normal' as const),
    streak: fc.integer({ min: 1, max: 99 }),
    streakSince: time,
    sequence,
  }),
  fc.record({
    status: fc.constant('incident' as const),
    streak: fc.constant(0),
    beganAt: time,
    sequence,
  }),
  fc.record({
    status: fc.constant('incident' as const),
    streak: fc.integer({ min: 1, max: 99 }),
    streakSince: time,
    beganAt: time,
    sequence,
  }),
);
const name = fc.constantFrom('a', 'b', '["a"', '"a","b"]');
const keyed = fc.record({ request: name, alert: name, state });
const byKey = (states: readonly KeyedState[]) => new Map(states.map(s => [alertKey(s), s]));
const isAtRest = ({ state: { status, streak } }: KeyedState) => status === 'normal' && streak === 0;

test('a status gives back exactly the states that are not at rest', () => {
  fc.assert(
    fc.property(fc.array(keyed), states => {
      const last = byKey(states);
      const expected = [...last.values()].filter(one => !isAtRest(one));
      expect(statesOf(alertsAfter([], last))).toEqual(expected);
    }),
  );
});

test('later states replace those of the same alert, and touch no other', () => {
  fc.assert(
    fc.property(fc.array(keyed), fc.array(keyed), (before, after) => {
      const first = alertsAfter([], byKey(before));
      const expected = [...byKey([...before, ...after]).values()].filter(one => !isAtRest(one));
      const states = statesOf(alertsAfter(first, byKey(after)));
      expect(byKey(states)).toEqual(byKey(expected));
      expect(states).toHaveLength(expected.length);
    }),
  );
});

test('an alert keeps its place, so that a status that says the same is the same', () => {
  const at = Date.UTC(2026, 0, 1);
  const running = (alert: string, streak: number): KeyedState => ({
    request: 'r',
    alert,
    state: { status: 'normal', streak, streakSince: at, sequence: 0 },
  });
  const alerts = alertsAfter([], byKey([running('a', 1), running('b', 1)]));
  expect(alertsAfter(alerts, byKey([running('b', 1), running('a', 1)]))).toEqual(alerts);
  expect(alertsAfter(alerts, byKey([running('a', 2)])).map(({ alert }) => alert)).toEqual([
    'a',
    'b',
  ]);
});

test('a time that is none, as somebody may have written it, is left out', () => {
  const alert = { request: 'r', alert: 'a', state: 'incident', sequence: 3 } as const;
  expect(statesOf([{ ...alert, beganAt: 'yesterday' }])).toEqual([
    { request: 'r', alert: 'a', state: { status: 'incident', streak: 0, sequence: 3 } },
  ]);
});
