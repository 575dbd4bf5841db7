import type { Delivery } from '@picket/monitor';
import { sampleChange } from '@picket/monitor/fixtures/sample-change';
import { expect, test } from 'vitest';
import { type SetUp, setUpWriter } from './fixtures/set-up-writer.ts';

/** A probe with these transitions of its alerts recorded, each owed to the channels. */
async function setUpOwing(
  transitions: readonly (readonly [alert: string, sequence: number])[],
  channels = ['ops'],
) {
  const set = setUpWriter();
  const { uid } = set.own('till', { spec: { name: 'The till' } }).metadata;
  for (const [alert, sequence] of transitions)
    set.writer.put(sampleChange(uid, sequence, { alert, channels }));
  await set.clock.advance(100);
  return { ...set, uid };
}

const due = ({ clock, writer }: SetUp, channel = 'ops', at = clock.wallTime()) =>
  writer.outbox.due(channel, at, 10);
const words = (deliveries: readonly Delivery[]) =>
  deliveries.map(({ transition }) => `${transition.alert.name} ${transition.type}`);

async function firstDue(set: SetUp, channel = 'ops'): Promise<Delivery> {
  const [first] = await due(set, channel);
  if (first === undefined) throw new Error('nothing is due');
  return first;
}

/** Waits until it is written. */
async function written(set: SetUp, outcome: Promise<void>) {
  await set.clock.advance(100);
  await outcome;
}

test('nothing is due before it is written', async () => {
  const set = setUpWriter();
  const { clock, writer, own, api, told } = set;
  const { uid } = own('till').metadata;
  api.fate = () => 'not sent';
  writer.put(sampleChange(uid, 1));
  await clock.advance(100);
  expect(await due(set)).toEqual([]);
  expect(await writer.outbox.channels()).toEqual([]);
  expect(told.owed).toBe(0);
  api.fate = () => 'answered';
  await clock.advance(15_000);
  expect(words(await due(set))).toEqual(['response.status != 200 incident']);
  expect(told.owed).toBe(1);
});

test('it is due with everything a channel needs, the probe named by its resource', async () => {
  const set = await setUpOwing([['down', 1]]);
  const [made] = sampleChange(set.uid, 1, { alert: 'down' }).transitions;
  expect(await due(set)).toEqual([
    {
      transition: {
        ...made,
        probe: { id: 'shop/till', name: 'The till' },
        evidence: [made?.response],
      },
      channel: 'ops',
      attempts: 0,
      notBefore: made?.at,
    },
  ]);
});

test('a repeat by another replica says the same as the first sending', async () => {
  const set = await setUpOwing([['down', 1]]);
  const { transition } = await firstDue(set);
  const other = setUpWriter({ api: set.api, clock: set.clock });
  other.writer.adopt(set.api.read('till'));
  expect((await firstDue(other)).transition).toEqual(transition);
});

test('every probe tells the channels of its own and those that are always told, each once', async () => {
  const set = setUpWriter({ alwaysTell: ['events', 'ops'] });
  const { uid } = set.own('till').metadata;
  set.writer.put(sampleChange(uid, 1, { channels: ['ops', 'chat'] }));
  await set.clock.advance(100);
  expect([...(await set.writer.outbox.channels())].sort()).toEqual(['chat', 'events', 'ops']);
  expect(await due(set)).toHaveLength(1);
});

test('a recovery waits behind its incident, on that channel and of that alert only', async () => {
  const set = await setUpOwing(
    [
      ['slow', 1],
      ['slow', 2],
      ['down', 1],
    ],
    ['ops', 'chat'],
  );
  expect(words(await due(set))).toEqual(['slow incident', 'down incident']);
  await written(set, set.writer.outbox.sent(await firstDue(set, 'chat'), 0));
  expect(words(await due(set, 'chat')).toSorted()).toEqual(['down incident', 'slow recovery']);
  expect(words(await due(set))).toEqual(['slow incident', 'down incident']);
});

test('an outcome resolves once it is written, and until then nothing of its line is due', async () => {
  const set = await setUpOwing([
    ['slow', 1],
    ['slow', 2],
  ]);
  const { api, clock, writer } = set;
  let isWritten = false;
  api.travel = () => new Promise(resolve => clock.setTimer(100, resolve));
  const sent = writer.outbox.sent(await firstDue(set), 0).then(() => {
    isWritten = true;
  });
  await clock.advance(150);
  expect(isWritten).toBe(false);
  expect(await due(set)).toEqual([]);
  await clock.advance(100);
  await sent;
  expect(words(await due(set))).toEqual(['slow recovery']);
});

test('it is owed until its outcome is written, also while it waits for another try', async () => {
  const set = await setUpOwing([['down', 1]], ['ops', 'chat']);
  const { outbox } = set.writer;
  const delivery = await firstDue(set);
  const { transition } = delivery;
  await written(set, outbox.retry(delivery, 0, set.clock.wallTime() + 60_000));
  await written(set, outbox.sent(await firstDue(set, 'chat'), 0));
  expect(await outbox.owes('ops', transition)).toBe(true);
  expect(await outbox.owes('chat', transition)).toBe(false);
});

test('outcomes of one probe that come together are one write', async () => {
  const set = await setUpOwing([['down', 1]], ['ops', 'chat', 'mail']);
  const { clock, writer, api, told } = set;
  const { puts } = api;
  const deliveries = await Promise.all(
    ['ops', 'chat', 'mail'].map(channel => firstDue(set, channel)),
  );
  const outcomes = deliveries.map(delivery => writer.outbox.sent(delivery, 0));
  await written(
    set,
    Promise.all(outcomes).then(() => {}),
  );
  expect(api.puts - puts).toBe(1);
  expect(told.writes.at(-1)).toBe('delivery');
  expect(set.statusOf('till').pending).toBeUndefined();
  expect(await writer.outbox.nextDue('ops', clock.wallTime())).toBeUndefined();
});

test('a failed delivery is due at its time, which is what the next due time tells', async () => {
  const set = await setUpOwing([
    ['down', 1],
    ['down', 2],
  ]);
  const { clock, writer } = set;
  const at = clock.wallTime();
  await written(set, writer.outbox.retry(await firstDue(set), at, at + 5000));
  expect(await due(set, 'ops', at + 4999)).toEqual([]);
  expect(await writer.outbox.nextDue('ops', at)).toBe(at + 5000);
  expect(await due(set, 'ops', at + 5000)).toMatchObject([
    { attempts: 1, firstTriedAt: at, notBefore: at + 5000, transition: { type: 'incident' } },
  ]);
});

test('a recovery’s time begins with the failure it waits behind', async () => {
  const set = await setUpOwing([
    ['down', 1],
    ['down', 2],
  ]);
  const { clock, writer } = set;
  const at = clock.wallTime();
  const incident = await firstDue(set);
  await written(set, writer.outbox.retry(incident, at, at + 10));
  await written(set, writer.outbox.gaveUp(incident, at));
  expect(await due(set)).toMatchObject([
    { transition: { type: 'recovery' }, attempts: 0, firstTriedAt: at },
  ]);
});

test('what has been due longest comes first, up to the limit', async () => {
  const set = setUpWriter();
  const { clock, writer, own } = set;
  const uids = ['a', 'b', 'c'].map(name => own(name).metadata.uid);
  for (const uid of uids) {
    writer.put(sampleChange(uid, 1));
    await clock.advance(10);
  }
  const [first] = await writer.outbox.due('ops', clock.wallTime(), 1);
  if (first === undefined) throw new Error('nothing is due');
  expect(first.transition.probe.id).toBe('shop/a');
  await written(set, writer.outbox.retry(first, clock.wallTime(), clock.wallTime() + 1));
  const rest = await writer.outbox.due('ops', clock.wallTime(), 2);
  expect(rest.map(({ transition }) => transition.probe.id)).toEqual(['shop/b', 'shop/c']);
});

test('a transition another replica’s clock dates ahead is due at once', async () => {
  const set = setUpWriter();
  const early = setUpWriter({ api: set.api });
  early.writer.put(sampleChange(early.own('till').metadata.uid, 1));
  await early.clock.advance(100);
  set.writer.adopt(
    set.api.writeStatus('till', status => ({
      ...status,
      pending:
        status.pending?.map(pending => ({ ...pending, at: '2030-01-01T00:00:00.000Z' })) ?? [],
    })),
  );
  expect(await due(set)).toHaveLength(1);
});

test('an outcome that can’t be written is rejected, and is written nevertheless when it can be', async () => {
  const set = await setUpOwing([['down', 1]]);
  const { clock, writer, api } = set;
  const delivery = await firstDue(set);
  api.fate = () => 'not sent';
  const sent = writer.outbox.sent(delivery, 0);
  await Promise.all([expect(sent).rejects.toThrow('nothing answered'), clock.advance(100)]);
  expect(await due(set)).toEqual([]);
  api.fate = () => 'answered';
  await clock.advance(15_000);
  expect(set.statusOf('till').pending).toBeUndefined();
  await writer.outbox.sent(delivery, 0);
});

test('an outcome settles within ten seconds even where the server never answers', async () => {
  const set = await setUpOwing([['down', 1]]);
  const { clock, writer, api } = set;
  api.travel = () => new Promise(() => {});
  const sent = writer.outbox.sent(await firstDue(set), 0);
  await Promise.all([expect(sent).rejects.toThrow('within 10 s'), clock.advance(10_000)]);
});

test('an outcome of what is owed no more, of a probe that is gone or dropped, is nothing to wait for', async () => {
  const set = await setUpOwing([['down', 1]], ['ops', 'chat']);
  const { clock, writer, uid, api } = set;
  const ops = await firstDue(set);
  const chat = await firstDue(set, 'chat');
  await written(set, writer.outbox.sent(ops, 0));
  await writer.outbox.retry(ops, 0, 0);
  api.fate = () => 'not sent';
  const sent = writer.outbox.gaveUp(chat, 0);
  writer.drop(uid);
  await sent;
  await writer.outbox.gaveUp(chat, 0);
  await clock.advance(20_000);
});

test('what there is no room for is given up and told, the oldest first', async () => {
  const alerts = Array.from({ length: 50 }, (_, n) => [`a${n}`, 1] as const);
  const set = await setUpOwing(alerts, ['ops', 'chat']);
  const { clock, writer, uid, told } = set;
  expect(told.givenUp).toEqual([]);
  writer.put(sampleChange(uid, 1, { alert: 'last' }));
  await clock.advance(100);
  expect(told.givenUp.map(({ transition, channel }) => [transition.alert.name, channel])).toEqual([
    ['a0', 'ops'],
    ['a0', 'chat'],
  ]);
  expect(set.statusOf('till').pending).toHaveLength(50);
});

test('nor is more held than can be owed, while the server is away', async () => {
  const set = await setUpOwing([]);
  const { clock, writer, uid, told, api } = set;
  api.fate = () => 'not sent';
  for (let sequence = 1; sequence <= 60; sequence++) writer.put(sampleChange(uid, sequence));
  expect(told.givenUp).toHaveLength(10);
  api.fate = () => 'answered';
  await clock.advance(20_000);
  expect(set.statusOf('till')).toMatchObject({ sequence: 60 });
  expect(set.statusOf('till').pending).toHaveLength(50);
});

test('an alert’s transitions are due with those behind them, page by page', async () => {
  const set = await setUpOwing([
    ['a', 1],
    ['b', 1],
    ['b', 2],
    ['b', 3],
    ['c', 1],
  ]);
  const { outbox } = set.writer;
  const readLines = () => Array.fromAsync(outbox.dueLines('ops', set.clock.wallTime(), 2));
  const pages = async () => (await readLines()).map(lines => lines.map(words));
  expect(await pages()).toEqual([
    [['a incident'], ['b incident', 'b recovery', 'b incident']],
    [['c incident']],
  ]);

  const [[, [b] = []] = []] = await readLines();
  if (b === undefined) throw new Error('nothing is due');
  await written(set, outbox.sent(b, set.clock.wallTime()));
  expect(await pages()).toEqual([[['a incident'], ['b recovery', 'b incident']], [['c incident']]]);
});
