import { pino } from 'pino';
import { expect, test } from 'vitest';
import { sampleChange } from '../../fixtures/sample-change.ts';
import type { Delivery, Outbox } from '../notify/outbox.ts';
import { openStateFile } from './sqlite.ts';

const now = 1_000_000;

async function openWithProbe() {
  const file = openStateFile(':memory:', { log: pino({ level: 'silent' }), now: () => now });
  const { uid } = await file.store.open('shop');
  return { ...file, uid };
}

async function onlyDue(outbox: Outbox, channel: string, at = now): Promise<Delivery> {
  const [delivery, ...others] = await outbox.due(channel, at, 10);
  if (delivery === undefined || others.length > 0) throw new Error('not one delivery is due');
  return delivery;
}

const sequences = (deliveries: readonly Delivery[]) =>
  deliveries.map(({ transition }) => `${transition.alert.name} ${transition.type}`);

test('a transition is owed to each of its channels, with nothing tried yet', async () => {
  const { store, outbox, uid } = await openWithProbe();
  const change = sampleChange(uid, 1, { channels: ['ops', 'chat'] });
  await store.record(change);
  expect([...(await outbox.channels())].sort()).toEqual(['chat', 'ops']);
  for (const channel of ['ops', 'chat'])
    expect(await outbox.due(channel, now, 10)).toEqual([
      { transition: change.transitions[0], channel, attempts: 0, notBefore: now },
    ]);
});

test('a transition recorded twice is owed once, also after it was sent', async () => {
  const { store, outbox, uid } = await openWithProbe();
  await Promise.all([store.record(sampleChange(uid, 1)), store.record(sampleChange(uid, 1))]);
  await outbox.sent(await onlyDue(outbox, 'ops'), now);
  await store.record(sampleChange(uid, 1));
  expect(await outbox.due('ops', now, 10)).toEqual([]);
  expect(await outbox.channels()).toEqual([]);
});

test('what is sent or given up on one channel stays owed to the other', async () => {
  const { store, outbox, uid } = await openWithProbe();
  await store.record(sampleChange(uid, 1, { channels: ['a', 'b', 'c'] }));
  await outbox.sent(await onlyDue(outbox, 'a'), now);
  await outbox.gaveUp(await onlyDue(outbox, 'b'), now);
  const { transition, ...owed } = await onlyDue(outbox, 'c');
  await outbox.retry({ transition, ...owed }, now, now + 1);
  expect(await outbox.channels()).toEqual(['c']);
  const owes = ['a', 'b', 'c'].map(channel => outbox.owes(channel, transition));
  expect(await Promise.all(owes)).toEqual([false, false, true]);
});

test('a recovery waits behind its incident, on that channel and of that alert only', async () => {
  const { store, outbox, uid } = await openWithProbe();
  const channels = ['ops', 'chat'];
  await store.record(sampleChange(uid, 1, { alert: 'slow', channels }));
  await store.record(sampleChange(uid, 2, { alert: 'slow', channels }));
  await store.record(sampleChange(uid, 1, { alert: 'down', channels: ['ops'] }));
  expect(sequences(await outbox.due('ops', now, 10))).toEqual(['slow incident', 'down incident']);

  await outbox.sent(await onlyDue(outbox, 'chat'), now);
  expect(sequences(await outbox.due('chat', now, 10))).toEqual(['slow recovery']);
  expect(sequences(await outbox.due('ops', now, 10))).toEqual(['slow incident', 'down incident']);
});

test('a failed delivery is due at its time, and is what the next due time tells', async () => {
  const { store, outbox, uid } = await openWithProbe();
  await store.record(sampleChange(uid, 1));
  await store.record(sampleChange(uid, 2));
  expect(await outbox.nextDue('ops', now)).toBeUndefined();
  await outbox.retry(await onlyDue(outbox, 'ops'), now + 1, now + 500);
  expect(await outbox.due('ops', now + 499, 10)).toEqual([]);
  expect(await outbox.nextDue('ops', now + 1)).toBe(now + 500);
  expect(await onlyDue(outbox, 'ops', now + 500)).toMatchObject({
    attempts: 1,
    firstTriedAt: now + 1,
    notBefore: now + 500,
  });
});

test('a recovery’s time begins with the failure it waits behind, so that a dead channel’s debt is bounded', async () => {
  const { store, outbox, uid } = await openWithProbe();
  await store.record(sampleChange(uid, 1));
  await store.record(sampleChange(uid, 2));
  const incident = await onlyDue(outbox, 'ops');
  await outbox.retry(incident, now + 1, now + 500);
  await outbox.gaveUp(incident, now + 1000);
  expect(await onlyDue(outbox, 'ops', now + 1000)).toMatchObject({
    transition: { type: 'recovery' },
    attempts: 0,
    firstTriedAt: now + 1,
  });
});

test('what has been due longest comes first, up to the limit', async () => {
  const { store, outbox, uid } = await openWithProbe();
  for (const alert of ['a', 'b', 'c']) await store.record(sampleChange(uid, 1, { alert }));
  const [first] = await outbox.due('ops', now, 1);
  if (first === undefined) throw new Error('nothing is due');
  expect(first.transition.alert.name).toBe('a');
  await outbox.retry(first, now, now + 1);
  expect(sequences(await outbox.due('ops', now + 1, 2))).toEqual(['b incident', 'c incident']);
});

test('an alert’s transitions are due with those behind them, page by page', async () => {
  const { store, outbox, uid } = await openWithProbe();
  for (const alert of ['a', 'b', 'c']) await store.record(sampleChange(uid, 1, { alert }));
  for (const sequence of [2, 3]) await store.record(sampleChange(uid, sequence, { alert: 'b' }));
  const pages = async (at = now) => {
    const read = await Array.fromAsync(outbox.dueLines('ops', at, 2));
    return read.map(lines => lines.map(sequences));
  };
  const b = ['b incident', 'b recovery', 'b incident'];
  expect(await pages()).toEqual([[['a incident'], b], [['c incident']]]);

  const [, second] = await outbox.due('ops', now, 2);
  if (second === undefined) throw new Error('nothing is due');
  await outbox.retry(second, now, now + 1);
  expect(await pages()).toEqual([[['a incident'], ['c incident']]]);
  expect(await pages(now + 1)).toEqual([[['a incident'], ['c incident']], [b]]);
});
