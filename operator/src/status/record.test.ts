import { sampleChange } from '@picket/monitor/fixtures/sample-change';
import { expect, test } from 'vitest';
import { KubeError } from '../kube/kube-error.ts';
import type { ProbeStatus } from '../resource/status.ts';
import { countsChange, running } from './fixtures/changes.ts';
import type { Fate } from './fixtures/memory-api.ts';
import { type SetUp, setUpWriter } from './fixtures/set-up-writer.ts';

/** One probe that is owned and judged, with nothing to write. */
async function setUpTill() {
  const set = setUpWriter();
  const { uid } = set.own('till').metadata;
  set.writer.judge(uid, running);
  set.writer.observed('shop/till');
  await set.clock.advance(1000);
  set.told.writes.length = 0;
  return { ...set, uid };
}

/** The next writes have these fates, one after the other; those after them are answered. */
function decideWrites({ api }: Pick<SetUp, 'api'>, ...fates: Fate[]) {
  api.fate = verb => (verb === 'replace' ? (fates.shift() ?? 'answered') : 'answered');
}

const recordedIds = ({ told }: SetUp) =>
  told.recorded.flatMap(({ transitions }) => transitions.map(({ id }) => id));
const idsOf = (uid: string, ...sequences: number[]) =>
  sequences.flatMap(sequence => sampleChange(uid, sequence).transitions.map(({ id }) => id));
const owedIds = ({ pending = [] }: ProbeStatus) => pending.map(({ id }) => id);

/** Another replica's transition of another alert. */
const byAnother = (status: ProbeStatus): ProbeStatus => ({
  ...status,
  sequence: (status.sequence ?? 0) + 1,
  alerts: [
    ...(status.alerts ?? []),
    { request: 'r', alert: 'theirs', state: 'incident', sequence: (status.sequence ?? 0) + 1 },
  ],
});

test('an edit of the spec meanwhile costs one more try', async () => {
  const set = await setUpTill();
  const { clock, api, writer, told, uid, statusOf } = set;
  api.edit('till', { interval: 20 });
  writer.put(sampleChange(uid, 1));
  await clock.advance(100);
  expect(told.conflicts).toBe(1);
  expect(recordedIds(set)).toEqual(idsOf(uid, 1));
  expect(owedIds(statusOf('till'))).toEqual(idsOf(uid, 1));
  expect(api.read('till').spec).toEqual({ interval: 20 });
});

test.each([
  ['the version heard of shows it', true],
  ['the next try conflicts with it', false],
])('a write whose answer was lost is known as ours when %s', async (_, isHeardOf) => {
  const set = await setUpTill();
  const { clock, api, writer, told, uid, statusOf } = set;
  decideWrites(set, 'answer lost');
  writer.put(sampleChange(uid, 1));
  await clock.advance(100);
  expect(recordedIds(set)).toEqual([]);
  if (isHeardOf) writer.adopt(api.read('till'));
  await clock.advance(5000);
  expect(recordedIds(set)).toEqual(idsOf(uid, 1));
  expect(told.superseded).toEqual([]);
  expect(owedIds(statusOf('till'))).toEqual(idsOf(uid, 1));
});

test('a write that was sent twice on its way, and conflicts with itself, is known as ours', async () => {
  const set = await setUpTill();
  const { clock, writer, told, uid, statusOf } = set;
  decideWrites(set, 'sent twice');
  writer.put(sampleChange(uid, 1));
  await clock.advance(1000);
  expect(told).toMatchObject({ superseded: [], conflicts: 1 });
  expect(recordedIds(set)).toEqual(idsOf(uid, 1));
  expect(owedIds(statusOf('till'))).toEqual(idsOf(uid, 1));
});

test('a write that arrives late, after more was put, is known as ours, and the rest follows it', async () => {
  const set = await setUpTill();
  const { clock, api, writer, told, uid, statusOf } = set;
  decideWrites(set, 'delayed', 'not sent');
  writer.put(sampleChange(uid, 1));
  await clock.advance(100);
  writer.put(sampleChange(uid, 2));
  await clock.advance(1000);
  api.arrive();
  await clock.advance(20_000);
  expect(told.superseded).toEqual([]);
  expect(told.recorded.map(({ transitions }) => transitions.length)).toEqual([1, 1]);
  expect(recordedIds(set)).toEqual(idsOf(uid, 1, 2));
  expect(owedIds(statusOf('till'))).toEqual(idsOf(uid, 1, 2));
});

test('a write that arrives late, and by now without what it was compared with, changes nothing', async () => {
  const set = await setUpTill();
  const { clock, api, writer, uid, statusOf } = set;
  decideWrites(set, 'delayed');
  writer.put(sampleChange(uid, 1));
  await clock.advance(100);
  writer.put(sampleChange(uid, 2));
  await clock.advance(20_000);
  const before = statusOf('till');
  api.arrive();
  expect(statusOf('till')).toEqual(before);
  expect(recordedIds(set)).toEqual(idsOf(uid, 1, 2));
});

test('however many writes go without an answer, the one that arrived is known', async () => {
  const set = await setUpTill();
  const { clock, api, writer, told, uid } = set;
  for (let sequence = 1; sequence <= 30; sequence++) {
    // The fifth arrives, and nothing says so.
    api.fate = verb => (verb === 'replace' && sequence !== 5 ? 'not sent' : 'answer lost');
    writer.put(sampleChange(uid, sequence));
    await clock.advance(15_000);
  }
  api.fate = () => 'answered';
  await clock.advance(30_000);
  expect(told.superseded).toEqual([]);
  expect(recordedIds(set)).toEqual(idsOf(uid, ...Array.from({ length: 30 }, (_, n) => n + 1)));
});

test('of more writes without an answer than are remembered the last is sent again, and then the rest', async () => {
  const set = await setUpTill();
  const { clock, api, writer, told, uid, statusOf } = set;
  api.fate = () => 'not sent';
  for (let sequence = 1; sequence <= 20; sequence++) {
    writer.put(sampleChange(uid, sequence));
    await clock.advance(15_000);
  }
  api.fate = () => 'answered';
  await clock.advance(30_000);
  expect(told.recorded.map(({ transitions }) => transitions.length)).toEqual([8, 12]);
  expect(owedIds(statusOf('till'))).toEqual(recordedIds(set));
});

test.each([
  ['before', 60],
  ['after', 200],
])('our own write, heard of %s its answer, is nothing new', async (_, ms) => {
  const set = await setUpTill();
  const { clock, api, writer, told, uid } = set;
  api.travel = () => new Promise(resolve => clock.setTimer(50, resolve));
  writer.put(sampleChange(uid, 1));
  await clock.advance(ms);
  writer.adopt(api.read('till'));
  await clock.advance(1000);
  expect(told.superseded).toEqual([]);
  expect(recordedIds(set)).toEqual(idsOf(uid, 1));
  expect(told.writes).toEqual(['transition']);
});

test('an edit on top of our own write, heard of before its answer, is nothing but an edit', async () => {
  const set = await setUpTill();
  const { clock, api, writer, told, uid, statusOf } = set;
  api.travel = () => new Promise(resolve => clock.setTimer(50, resolve));
  writer.put(sampleChange(uid, 1));
  await clock.advance(60);
  writer.adopt(api.edit('till', { interval: 20 }));
  writer.put(sampleChange(uid, 2));
  await clock.advance(1000);
  expect(told).toMatchObject({ superseded: [], conflicts: 0 });
  expect(owedIds(statusOf('till'))).toEqual(idsOf(uid, 1, 2));
});

test('a version older than the one known is passed over', async () => {
  const { clock, api, writer, told, uid } = await setUpTill();
  const old = api.read('till');
  writer.put(sampleChange(uid, 1));
  await clock.advance(100);
  writer.adopt(old);
  await clock.advance(1000);
  expect(told.superseded).toEqual([]);
  expect(await writer.open('shop/till')).toMatchObject({ sequence: 1 });
});

test('versions are compared as numbers', async () => {
  const { clock, api, writer, told, uid } = await setUpTill();
  for (let interval = 1; Number(api.read('till').metadata.resourceVersion) < 99; interval++)
    api.edit('till', { interval });
  const old = api.read('till');
  writer.adopt(old);
  writer.put(sampleChange(uid, 1));
  await clock.advance(100);
  expect(api.read('till').metadata.resourceVersion).toBe('100');
  writer.adopt(old);
  expect(told.superseded).toEqual([]);
});

test('where another’s record won, ours is given up and theirs is told', async () => {
  const set = await setUpTill();
  const { clock, api, writer, told, uid, statusOf } = set;
  const theirs = api.writeStatus('till', byAnother);
  writer.put(sampleChange(uid, 1));
  await clock.advance(1000);
  expect(told.superseded).toEqual(['shop/till']);
  expect(recordedIds(set)).toEqual([]);
  expect(statusOf('till').alerts).toEqual(theirs.status?.alerts);
  const [record] = await Promise.all([writer.open('shop/till'), clock.advance(0)]);
  expect(record).toMatchObject({ sequence: 1, states: [{ alert: 'theirs' }] });
});

test('another’s record that is heard of with nothing to write of our own is theirs all the same', async () => {
  const { api, writer, told } = await setUpTill();
  writer.adopt(api.writeStatus('till', byAnother));
  expect(told.superseded).toEqual(['shop/till']);
});

test('another’s record shows in Healthy, whoever made it', async () => {
  const { clock, api, writer, told, statusOf } = await setUpTill();
  writer.adopt(api.writeStatus('till', byAnother));
  await clock.advance(100);
  expect(told.writes).toEqual(['condition']);
  expect(statusOf('till')).toMatchObject({ incidents: 1 });
  expect(statusOf('till').conditions?.find(({ type }) => type === 'Healthy')?.status).toBe('False');
});

test('from then until the record is opened nothing is taken, and everything from then on', async () => {
  const set = await setUpTill();
  const { clock, api, writer, uid } = set;
  writer.adopt(api.writeStatus('till', byAnother));
  writer.put(sampleChange(uid, 1, { alert: 'void' }));
  const opening = writer.open('shop/till');
  // What ends in the turn in which the record is asked for was begun on the one before.
  writer.put(sampleChange(uid, 2, { alert: 'void' }));
  await Promise.all([clock.advance(0), opening]);
  writer.put(sampleChange(uid, 2));
  await clock.advance(1000);
  expect(recordedIds(set)).toEqual(idsOf(uid, 2));
});

test('what became of deliveries counts whoever’s record won', async () => {
  const set = await setUpTill();
  const { clock, api, writer, uid, statusOf, told } = set;
  writer.put(sampleChange(uid, 1, { channels: ['ops', 'chat'] }));
  await clock.advance(100);
  const [delivery] = await writer.outbox.due('ops', clock.wallTime(), 1);
  if (delivery === undefined) throw new Error('nothing is due');
  api.writeStatus('till', byAnother);
  const sent = writer.outbox.sent(delivery, clock.wallTime());
  await clock.advance(1000);
  await sent;
  expect(told.superseded).toEqual(['shop/till']);
  expect(statusOf('till').pending?.[0]?.deliveries.map(({ channel }) => channel)).toEqual(['chat']);
});

test('a probe that is gone, or is another of that name, is let go of', async () => {
  const { clock, api, writer, uid, told } = await setUpTill();
  api.remove('till');
  writer.put(sampleChange(uid, 1));
  await clock.advance(60_000);
  expect(writer.unwritten).toBe(0);
  const [next] = [api.create('till')];
  const { puts } = api;
  writer.adopt(next);
  api.remove('till');
  api.create('till');
  writer.put(sampleChange(next.metadata.uid, 1));
  await clock.advance(60_000);
  expect(api.puts - puts).toBe(1);
  expect(writer.unwritten).toBe(0);
  expect(told).toMatchObject({ recorded: [], errors: [], superseded: [] });
});

test.each([
  [422, 'Invalid'],
  [413, 'RequestEntityTooLarge'],
])(
  'a write the server refuses with %i is reported, and tried again ever more seldom',
  async (status, reason) => {
    const set = await setUpTill();
    const { clock, api, writer, told, uid } = set;
    const refusal = new KubeError('it is refused', { status, reason });
    api.fate = () => refusal;
    const { puts } = api;
    writer.put(sampleChange(uid, 1));
    await clock.advance(600_000);
    expect(told.errors.every(error => error === refusal)).toBe(true);
    expect(api.puts - puts).toBe(told.errors.length);
    expect(told.errors.length).toBeGreaterThan(3);
    expect(told.errors.length).toBeLessThan(9);
    api.fate = () => 'answered';
    await clock.advance(300_000);
    expect(recordedIds(set)).toEqual(idsOf(uid, 1));
  },
);

test('a server that knows no rights yet, having just started, is asked again soon', async () => {
  const set = await setUpTill();
  const { clock, api, writer, uid } = set;
  api.fate = () => 'not sent';
  writer.put(sampleChange(uid, 1));
  await clock.advance(120_000);
  api.fate = () => new KubeError('it is forbidden', { status: 403, reason: 'Forbidden' });
  await clock.advance(15_000);
  api.fate = () => 'answered';
  await clock.advance(15_000);
  expect(recordedIds(set)).toEqual(idsOf(uid, 1));
});

test('while the server is away everything is held, in order, and then written at once', async () => {
  const set = await setUpTill();
  const { clock, api, writer, told, uid, statusOf } = set;
  api.fate = () => 'not sent';
  const { puts } = api;
  for (const sequence of [1, 2, 3]) {
    writer.put(sampleChange(uid, sequence));
    await clock.advance(40_000);
  }
  expect(api.puts - puts).toBeLessThan(20);
  expect(told.errors).toHaveLength(api.puts - puts);
  api.fate = () => 'answered';
  await clock.advance(15_000);
  expect(owedIds(statusOf('till'))).toEqual(idsOf(uid, 1, 2, 3));
  expect(told.recorded).toHaveLength(1);
});

test('when the server is back, transitions of all probes come before everything else', async () => {
  const { clock, api, writer, told, own } = setUpWriter({ perSecond: 50 });
  const uids = Array.from({ length: 40 }, (_, n) => own(`p${n}`).metadata.uid);
  api.fate = () => 'not sent';
  for (const [n, uid] of uids.entries())
    writer.put(n % 2 ? sampleChange(uid, 1) : countsChange(uid, 1));
  await clock.advance(120_000);
  api.fate = () => 'answered';
  await clock.advance(20_000);
  expect(told.writes).toHaveLength(40);
  const late = told.writes.lastIndexOf('transition');
  // But for the few whose own wait had not ended: those that found the server away.
  expect(told.writes.slice(0, late).filter(kind => kind === 'count').length).toBeLessThan(25);
  expect(told.writes.slice(0, 5)).toEqual(Array(5).fill('transition'));
});

test('a server that keeps another status than was written is told of once, and not written to again', async () => {
  const { clock, api, writer, told, own } = setUpWriter();
  const pruning: SetUp['api'] = {
    ...api,
    replace: async (...call) => {
      await api.replace(...call);
      return call[0].decode(api.writeStatus('till', ({ conditions: _, ...status }) => status));
    },
  };
  const pruned = setUpWriter({ api: pruning, clock });
  pruned.writer.adopt(own('till'));
  pruned.writer.judge(api.read('till').metadata.uid, running);
  await clock.advance(60_000);
  expect(api.puts).toBe(1);
  expect(pruned.told.errors).toEqual([
    expect.objectContaining({ message: expect.stringContaining('keeps another status') }),
  ]);
  expect(pruned.writer.unwritten).toBe(0);
  expect(writer.unwritten + told.errors.length).toBe(0);
});
