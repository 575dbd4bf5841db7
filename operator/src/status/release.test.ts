import { sampleChange } from '@picket/monitor/fixtures/sample-change';
import { expect, test } from 'vitest';
import { countsChange, running } from './fixtures/changes.ts';
import { type SetUp, setUpWriter } from './fixtures/set-up-writer.ts';

const dueAt = ({ clock, writer }: SetUp) => writer.outbox.due('ops', clock.wallTime(), 9);

test('the counts of a probe that is released are still written, and its next owner goes on from them', async () => {
  const first = setUpWriter();
  const { api, clock } = first;
  const { uid } = first.own('till').metadata;
  const second = setUpWriter({ api, clock });
  second.writer.adopt(api.read('till'));
  first.writer.put(countsChange(uid, 4));
  first.writer.release(uid);
  await clock.advance(1000);
  second.writer.adopt(api.read('till'));
  expect(second.told.superseded).toEqual(['shop/till']);
  const [record] = await Promise.all([second.writer.open('shop/till'), clock.advance(0)]);
  expect(record.states).toMatchObject([{ state: { streak: 4 } }]);
});

test('where its next owner has written already, that stands, and nobody is told', async () => {
  const first = setUpWriter();
  const { api, clock } = first;
  const { uid } = first.own('till').metadata;
  const second = setUpWriter({ api, clock });
  second.writer.adopt(api.read('till'));
  second.writer.put(sampleChange(uid, 1));
  await clock.advance(100);
  first.writer.put(countsChange(uid, 4));
  first.writer.release(uid);
  await clock.advance(60_000);
  expect(first.statusOf('till').alerts).toMatchObject([{ state: 'incident' }]);
  expect(first.told).toMatchObject({ superseded: [], recorded: [], errors: [] });
  expect(first.writer.unwritten).toBe(0);
});

test('nothing is sent of a probe that is released, but what was sent is still recorded', async () => {
  const set = setUpWriter();
  const { api, clock, writer, own, statusOf } = set;
  const { uid } = own('till').metadata;
  writer.put(sampleChange(uid, 1));
  await clock.advance(100);
  const [delivery] = await dueAt(set);
  if (delivery === undefined) throw new Error('nothing is due');
  writer.release(uid);
  expect(await dueAt(set)).toEqual([]);
  expect(await writer.outbox.channels()).toEqual([]);
  await clock.advance(20_000);
  api.edit('till', { interval: 20 });
  const sent = writer.outbox.sent(delivery, clock.wallTime());
  await clock.advance(1000);
  await sent;
  expect(statusOf('till').pending).toBeUndefined();
});

test('after half a minute it is forgotten: whoever owns it has it', async () => {
  const set = setUpWriter();
  const { clock, writer, own, api } = set;
  const { uid } = own('till').metadata;
  writer.put(sampleChange(uid, 1));
  await clock.advance(100);
  const [delivery] = await dueAt(set);
  if (delivery === undefined) throw new Error('nothing is due');
  writer.release(uid);
  await clock.advance(31_000);
  const { puts } = api;
  await writer.outbox.sent(delivery, clock.wallTime());
  await expect(writer.open('shop/till')).rejects.toThrow('not held');
  await clock.advance(1000);
  expect(api.puts).toBe(puts);
});

test('while the server is away it is kept, for five minutes at most', async () => {
  const { clock, writer, own, api, told } = setUpWriter();
  const { uid } = own('till').metadata;
  api.fate = () => 'not sent';
  writer.put(sampleChange(uid, 1));
  writer.release(uid);
  await clock.advance(299_000);
  expect(writer.unwritten).toBe(1);
  await clock.advance(2000);
  expect(writer.unwritten).toBe(0);
  expect(told.errors.at(-1)).toMatchObject({ message: expect.stringContaining('are lost') });
});

test('one that comes back meanwhile is owned as before, with what was not written yet', async () => {
  const set = setUpWriter();
  const { clock, writer, own, api, told } = set;
  const probe = own('till');
  const { uid } = probe.metadata;
  api.fate = () => 'not sent';
  writer.put(sampleChange(uid, 1));
  writer.release(uid);
  await clock.advance(1000);
  writer.adopt(probe);
  expect((await writer.open('shop/till')).sequence).toBe(1);
  api.fate = () => 'answered';
  await clock.advance(600_000);
  expect(told.recorded).toHaveLength(1);
  expect(await dueAt(set)).toHaveLength(1);
});

test('its last owner leaves the conditions to its next', async () => {
  const first = setUpWriter();
  const { api, clock, statusOf } = first;
  const { uid } = first.own('till').metadata;
  first.writer.judge(uid, { ...running, lastRunNow: 'monday' });
  await clock.advance(100);
  first.writer.release(uid);
  const second = setUpWriter({ api, clock });
  second.writer.adopt(api.read('till'));
  second.writer.judge(uid, { ...running, lastRunNow: 'tuesday' });
  await clock.advance(100);
  first.writer.put(countsChange(uid, 1));
  await clock.advance(1000);
  expect(statusOf('till')).toMatchObject({ lastRunNow: 'tuesday', alerts: [{ streak: 1 }] });
});

test('a probe made anew under its name takes the place of the one that was', async () => {
  const { clock, writer, own, api, statusOf } = setUpWriter();
  const { uid } = own('till').metadata;
  writer.put(countsChange(uid, 4));
  api.remove('till');
  const { uid: next } = own('till').metadata;
  expect(next).not.toBe(uid);
  expect(await writer.open('shop/till')).toEqual({ uid: next, states: [], sequence: 0 });
  writer.put(sampleChange(uid, 1));
  await clock.advance(1000);
  expect(statusOf('till')).toEqual({});
});

test('flush tries at once what waits, and resolves when everything is written', async () => {
  const { clock, writer, own, api, statusOf } = setUpWriter();
  const { uid } = own('till').metadata;
  api.fate = () => 'not sent';
  writer.put(sampleChange(uid, 1));
  await clock.advance(60_000);
  api.fate = () => 'answered';
  const before = clock.now();
  const flushed = writer.flush(new AbortController().signal);
  await clock.advance(0);
  await flushed;
  expect(clock.now()).toBe(before);
  expect(statusOf('till').sequence).toBe(1);
  await writer.flush(new AbortController().signal);
});

test('flush ends when its signal aborts, and what is not written is counted', async () => {
  const { clock, writer, own, api } = setUpWriter();
  api.fate = () => 'not sent';
  for (const name of ['a', 'b']) writer.put(sampleChange(own(name).metadata.uid, 1));
  const end = new AbortController();
  const flushed = writer.flush(end.signal);
  await clock.advance(1000);
  end.abort();
  await flushed;
  await writer.flush(end.signal);
  expect(writer.unwritten).toBe(2);
});

test('after its end nothing is written, and nobody waits for it', async () => {
  const set = setUpWriter();
  const { clock, writer, own, api } = set;
  const { uid } = own('till').metadata;
  writer.put(sampleChange(uid, 1));
  await clock.advance(100);
  const [delivery] = await dueAt(set);
  if (delivery === undefined) throw new Error('nothing is due');
  api.fate = () => 'not sent';
  writer.put(countsChange(uid, 1));
  await clock.advance(100);
  const sent = writer.outbox.sent(delivery, clock.wallTime());
  const flushed = writer.flush(new AbortController().signal);
  const { puts } = api;
  writer.close();
  await flushed;
  await expect(sent).rejects.toThrow('closed');
  api.fate = () => 'answered';
  await clock.advance(60_000);
  expect(api.puts).toBe(puts);
});
