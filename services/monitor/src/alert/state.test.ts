import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { transitionsOf } from '../../fixtures/alert-model.ts';
import { type AlertState, type Outcome, restingState, step } from './state.ts';

const thresholds = { incident: 3, recovery: 2 };

function run(outcomes: readonly Outcome[], limits = thresholds, from: AlertState = restingState) {
  const transitions: string[] = [];
  const state = outcomes.reduce((before, outcome, index) => {
    const next = step(before, outcome, (index + 1) * 1000, limits);
    if (next.transition) transitions.push(`${index}:${next.transition}`);
    return next.state;
  }, from);
  return { state, transitions };
}

const outcome = fc.constantFrom<Outcome>('true', 'true', 'success', 'success', 'unknown');
const limits = fc.record({
  incident: fc.integer({ min: 1, max: 5 }),
  recovery: fc.integer({ min: 1, max: 5 }),
});

describe('an alert', () => {
  test('becomes an incident at exactly the threshold of true results in a row', () => {
    expect(run(['true', 'true']).transitions).toEqual([]);
    expect(run(['true', 'true', 'true']).transitions).toEqual(['2:incident']);
    expect(run(['true', 'true', 'success', 'true', 'true']).transitions).toEqual([]);
  });

  test('is told of once while it stays an incident', () => {
    expect(run(Array(20).fill('true')).transitions).toEqual(['2:incident']);
  });

  test('recovers at exactly the threshold of successes in a row', () => {
    const incident = run(['true', 'true', 'true']).state;
    expect(run(['success', 'true', 'success'], thresholds, incident).transitions).toEqual([]);
    expect(run(['success', 'success'], thresholds, incident).transitions).toEqual(['1:recovery']);
  });

  test('has either streak broken by an unknown result', () => {
    expect(run(['true', 'true', 'unknown', 'true', 'true']).transitions).toEqual([]);
    const incident = run(['true', 'true', 'true']).state;
    expect(run(['success', 'unknown', 'success'], thresholds, incident).transitions).toEqual([]);
  });

  test('began with the first true result of its incident', () => {
    expect(run(['true', 'success', 'true', 'true', 'true']).state.beganAt).toBe(3000);
  });

  test('agrees with the reference model, however often its state is stored and read back', () => {
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 80 }), limits, (outcomes, limit) => {
        const transitions: string[] = [];
        outcomes.reduce((before, next, index) => {
          const restarted: AlertState = JSON.parse(JSON.stringify(before));
          const { state, transition } = step(restarted, next, index, limit);
          if (transition) transitions.push(`${index}:${transition}`);
          return state;
        }, restingState);
        const expected = transitionsOf(outcomes, limit).map(
          ({ index, type }) => `${index}:${type}`,
        );
        expect(transitions).toEqual(expected);
      }),
    );
  });

  test('gives each transition a sequence number of its own, one after the other', () => {
    fc.assert(
      fc.property(fc.array(outcome, { maxLength: 80 }), limits, (outcomes, limit) => {
        const { state, transitions } = run(outcomes, limit);
        expect(state.sequence).toBe(transitions.length);
      }),
    );
  });
});
