import { expect, test } from 'vitest';
import type { Condition } from '../resource/status.ts';
import { type Finding, setCondition } from './conditions.ts';

const ready: Finding = { type: 'Ready', status: 'True', reason: 'Scheduled', message: 'all well' };
const noon = Date.UTC(2026, 0, 1, 12);
const first = { generation: 1, at: noon + 999 };
const later = { generation: 2, at: noon + 60_000 };
const before = setCondition([], ready, first);

test('1. one that is not there is added, with the time to the second', () => {
  expect(before).toEqual([
    { ...ready, lastTransitionTime: '2026-01-01T12:00:00Z', observedGeneration: 1 },
  ]);
});

test('2. with the same status its time stays, whatever else changes', () => {
  const after = setCondition(before, { ...ready, reason: 'Suspended', message: 'resting' }, later);
  expect(after).toEqual([
    {
      type: 'Ready',
      status: 'True',
      reason: 'Suspended',
      message: 'resting',
      lastTransitionTime: '2026-01-01T12:00:00Z',
      observedGeneration: 2,
    },
  ]);
});

test('3. with another status it has the time of the change', () => {
  const broken: Finding = { ...ready, status: 'False', reason: 'InvalidSpec', message: 'no url' };
  expect(setCondition(before, broken, later)).toEqual([
    { ...broken, lastTransitionTime: '2026-01-01T12:01:00Z', observedGeneration: 2 },
  ]);
});

test('others keep their content and their place', () => {
  const suspended: Condition = {
    type: 'Suspended',
    status: 'False',
    reason: 'NotSuspended',
    message: '',
    lastTransitionTime: '2025-01-01T00:00:00Z',
    observedGeneration: 1,
  };
  const after = setCondition([...before, suspended], { ...ready, status: 'Unknown' }, later);
  expect(after.map(({ type, status }) => `${type}=${status}`)).toEqual([
    'Ready=Unknown',
    'Suspended=False',
  ]);
  expect(after[1]).toBe(suspended);
});
