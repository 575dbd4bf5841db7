import { sampleTransition } from '@picket/monitor/fixtures/sample-change';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type DeliveryFact, type Pending, withFact } from './delivery-fact.ts';
import { toPending } from './pending-transition.ts';

const channels = ['ops', 'chat'];
const transitions = [
  sampleTransition('u', 1, 'slow'),
  sampleTransition('u', 1, 'down'),
  sampleTransition('u', 2, 'slow'),
];
const pending: Pending = transitions.map(transition => toPending(transition, channels));
const [slow, down, recovered] = transitions.map(({ id }) => id);
if (slow === undefined || down === undefined || recovered === undefined) throw new Error();

const failed = (transition: string, attempts: number, triedAt: number): DeliveryFact => ({
  transition,
  channel: 'ops',
  outcome: 'failed',
  attempts,
  triedAt,
  notBefore: triedAt + 500,
});
const settled = (transition: string, channel: string): DeliveryFact => ({
  transition,
  channel,
  outcome: 'settled',
});
const deliveriesTo = (channel: string, list: Pending) =>
  list.map(({ deliveries }) => deliveries.find(delivery => delivery.channel === channel));

test('what was sent or given up is owed no more, and a transition goes with its last delivery', () => {
  const once = withFact(pending, settled(slow, 'ops'));
  expect(deliveriesTo('ops', once)).toEqual([undefined, ...deliveriesTo('ops', pending).slice(1)]);
  expect(deliveriesTo('chat', once)).toEqual(deliveriesTo('chat', pending));
  const twice = withFact(once, settled(slow, 'chat'));
  expect(twice.map(({ id }) => id)).toEqual([down, recovered]);
});

test('after a failure it is tried again later, and those behind it count from its first try', () => {
  const after = withFact(pending, failed(slow, 1, 1000));
  expect(deliveriesTo('ops', after)).toEqual([
    {
      channel: 'ops',
      attempts: 1,
      firstTriedAt: '1970-01-01T00:00:01.000Z',
      notBefore: '1970-01-01T00:00:01.500Z',
    },
    { channel: 'ops', attempts: 0 },
    { channel: 'ops', attempts: 0, firstTriedAt: '1970-01-01T00:00:01.000Z' },
  ]);
  expect(deliveriesTo('chat', after)).toEqual(deliveriesTo('chat', pending));
});

test('the first try stays the first', () => {
  const after = withFact(withFact(pending, failed(slow, 1, 1000)), failed(slow, 2, 9000));
  expect(deliveriesTo('ops', after)[0]).toMatchObject({
    attempts: 2,
    firstTriedAt: '1970-01-01T00:00:01.000Z',
    notBefore: '1970-01-01T00:00:09.500Z',
  });
});

test('a fact about what is owed no more, or never was, says nothing', () => {
  const after = withFact(pending, settled(slow, 'ops'));
  for (const fact of [settled(slow, 'ops'), failed(slow, 3, 1), settled('other', 'ops')])
    expect(withFact(after, fact)).toBe(after);
});

const fact = fc.oneof(
  fc.record({
    transition: fc.constantFrom(slow, down, recovered, 'other'),
    channel: fc.constantFrom(...channels),
    outcome: fc.constant('settled' as const),
  }),
  fc.record({
    transition: fc.constantFrom(slow, down, recovered, 'other'),
    channel: fc.constantFrom(...channels),
    outcome: fc.constant('failed' as const),
    attempts: fc.integer({ min: 1, max: 3 }),
    triedAt: fc.nat(),
    notBefore: fc.nat(),
  }),
);

test('a fact that counts already changes nothing, however often it is written', () => {
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 8 }), fact, (facts, last) => {
      const once = withFact(facts.reduce(withFact, pending), last);
      expect(withFact(once, last)).toBe(once);
    }),
  );
});

test('no fact changes what is owed of another channel', () => {
  fc.assert(
    fc.property(fc.array(fact, { maxLength: 8 }), facts => {
      const ops = facts.filter(({ channel }) => channel === 'ops').reduce(withFact, pending);
      const owed = (list: Pending) =>
        list.flatMap(({ id, deliveries }) =>
          deliveries.filter(({ channel }) => channel === 'chat').map(one => ({ id, ...one })),
        );
      expect(owed(ops)).toEqual(owed(pending));
    }),
  );
});
