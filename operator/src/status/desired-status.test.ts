import { sampleChange } from '@picket/monitor/fixtures/sample-change';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ProbeStatus } from '../resource/status.ts';
import {
  type Desired,
  desiredStatus,
  differenceOf,
  type Intent,
  isSameRecord,
} from './desired-status.ts';
import { hold, nothingHeld } from './held-changes.ts';
import type { Verdict } from './status-writer.ts';

const verdict: Verdict = {
  generation: 3,
  conditions: [{ type: 'Ready', status: 'True', reason: 'Scheduled', message: 'one request' }],
};
const intent: Intent = {
  held: nothingHeld,
  facts: [],
  verdict: undefined,
  wasJudged: false,
  at: Date.UTC(2026, 0, 1),
};

/** The `sequence`th transitions of these alerts, held. */
function held(...transitions: readonly (readonly [alert: string, sequence: number])[]) {
  return transitions.reduce(
    (all, [alert, sequence]) => hold(all, sampleChange('u', sequence, { alert }), ['ops']).held,
    nothingHeld,
  );
}

/** How it stands once that is written and nothing is to change any more. */
const written = (desired: Desired, rest: Partial<Intent> = {}) =>
  desiredStatus(desired.status, { ...intent, ...rest });

test('with nothing known beside it, a status stays as it is', () => {
  const status: ProbeStatus = { sequence: 2, incidents: 0, lastRunNow: 'x' };
  expect(desiredStatus(status, intent)).toEqual({ status, givenUp: [] });
  expect(desiredStatus({}, intent).status).toEqual({});
});

test('members of a newer version of it stay', () => {
  const newer = { ...{ weather: 'fair' }, sequence: 1 };
  const { status } = desiredStatus(newer, { ...intent, held: held(['down', 1]), verdict });
  expect(status).toMatchObject({ weather: 'fair', sequence: 2 });
});

test('a transition shows in its alert, in what is owed, and in the number of incidents', () => {
  const { status } = desiredStatus({}, { ...intent, held: held(['down', 1]), verdict });
  expect(status).toMatchObject({
    observedGeneration: 3,
    incidents: 1,
    sequence: 1,
    alerts: [{ alert: 'down', state: 'incident', sequence: 1 }],
    pending: [{ type: 'incident', deliveries: [{ channel: 'ops', attempts: 0 }] }],
  });
  expect(status.conditions?.map(({ type, status: is }) => `${type}=${is}`)).toEqual([
    'Ready=True',
    'Healthy=False',
  ]);
});

test('a transition that is owed already is not owed twice, whoever made it', () => {
  const before = desiredStatus({}, { ...intent, held: held(['down', 1]) });
  const { status } = written(before, { held: held(['down', 1]) });
  expect(status.pending).toEqual(before.status.pending);
});

test('an alert at rest leaves no more behind than the sequence it had', () => {
  const both = held(['down', 1], ['down', 2]);
  const { status } = desiredStatus({}, { ...intent, held: both, verdict, wasJudged: true });
  expect(status.alerts).toBeUndefined();
  expect(status).toMatchObject({ incidents: 0, sequence: 2 });
  expect(status.pending?.map(({ type }) => type)).toEqual(['incident', 'recovery']);
});

test('a verdict about an older generation than was observed counts for nothing', () => {
  const status: ProbeStatus = { observedGeneration: 4, incidents: 0 };
  expect(desiredStatus(status, { ...intent, verdict, wasJudged: true }).status).toEqual(status);
});

test('beyond fifty, the oldest transitions are given up', () => {
  const of = (from: number, count: number) =>
    held(...Array.from({ length: count }, (_, n) => [`a${from + n}`, 1] as const));
  const full = desiredStatus({}, { ...intent, held: of(0, 50) });
  expect(full.givenUp).toEqual([]);
  const over = written(full, { held: of(50, 2) });
  expect(over.givenUp.map(({ alert }) => alert.name)).toEqual(['a0', 'a1']);
  expect(over.status.pending).toHaveLength(50);
  expect(over.status.pending?.at(-1)?.alert.name).toBe('a51');
});

test.each([
  ['transition', { held: held(['down', 1]) }],
  ['condition', { wasJudged: true }],
  ['delivery', { facts: [{ transition: '', channel: 'ops', outcome: 'settled' } as const] }],
] as const)('what a write is for: %s', (kind, rest) => {
  const before = desiredStatus({}, { ...intent, verdict, held: held(['slow', 1], ['slow', 2]) });
  const [owed] = before.status.pending ?? [];
  const facts =
    'facts' in rest ? rest.facts.map(fact => ({ ...fact, transition: owed?.id ?? '' })) : [];
  const after = written(before, { verdict, ...rest, facts });
  expect(differenceOf(before.status, before.status)).toBeUndefined();
  expect(differenceOf(before.status, after.status)).toBe(kind);
});

test('what a write is for: count', () => {
  const before = desiredStatus({}, { ...intent, verdict, wasJudged: true });
  const counting = {
    request: 'r',
    alert: 'slow',
    state: { status: 'normal', streak: 2, streakSince: 0, sequence: 0 },
  } as const;
  const change = { uid: 'u', states: [counting], transitions: [], channels: [] };
  const after = written(before, { verdict, held: hold(nothingHeld, change, []).held });
  expect(differenceOf(before.status, after.status)).toBe('count');
  expect(after.status.alerts).toHaveLength(1);
});

const alert = fc.constantFrom('down', 'slow', 'odd');
const steps = fc.array(
  fc.array(fc.tuple(alert, fc.integer({ min: 1, max: 3 })), { maxLength: 3 }),
  {
    maxLength: 6,
  },
);

test('written, it is what is wanted: worked out again it is the same', () => {
  fc.assert(
    fc.property(steps, fc.boolean(), fc.boolean(), (all, wasJudged, isKnown) => {
      const rest = { wasJudged, verdict: isKnown ? verdict : undefined };
      let status: ProbeStatus = {};
      for (const [index, transitions] of all.entries()) {
        const wanted = desiredStatus(status, { ...intent, ...rest, held: held(...transitions) });
        const later = { ...intent, ...rest, at: intent.at + 5000 * index };
        expect(desiredStatus(wanted.status, later)).toEqual({ status: wanted.status, givenUp: [] });
        status = wanted.status;
      }
    }),
  );
});

test('no record that has seen a transition is the same as one from before it', () => {
  fc.assert(
    fc.property(steps, all => {
      const records: ProbeStatus[] = [{}];
      for (const transitions of all.filter(({ length }) => length > 0)) {
        const last = records.at(-1) ?? {};
        records.push(desiredStatus(last, { ...intent, held: held(...transitions) }).status);
      }
      for (const [index, record] of records.entries())
        for (const later of records.slice(index + 1))
          expect(isSameRecord(record, later)).toBe(false);
      const sequences = records.map(({ sequence = 0 }) => sequence);
      expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));
    }),
  );
});
