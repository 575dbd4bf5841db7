import { sampleChange } from '@picket/monitor/fixtures/sample-change';
import { expect, test } from 'vitest';
import type { ProbeStatus } from '../resource/status.ts';
import { countsChange, running, suspended } from './fixtures/changes.ts';
import { setUpWriter } from './fixtures/set-up-writer.ts';

const conditionsOf = ({ conditions = [] }: ProbeStatus) =>
  Object.fromEntries(conditions.map(({ type, status, reason }) => [type, `${status} ${reason}`]));

test('a new probe costs one write, and one more when it has run', async () => {
  const { clock, api, writer, told, own, statusOf } = setUpWriter();
  const { metadata } = own('till');
  writer.judge(metadata.uid, running);
  await clock.advance(1000);
  expect(statusOf('till')).toMatchObject({ observedGeneration: 1, incidents: 0 });
  expect(conditionsOf(statusOf('till'))).toEqual({
    Ready: 'True Scheduled',
    Suspended: 'False NotSuspended',
    Healthy: 'Unknown NotRunYet',
  });
  writer.observed('shop/till');
  await clock.advance(1000);
  expect(conditionsOf(statusOf('till')).Healthy).toBe('True NoIncident');
  expect(told.writes).toEqual(['condition', 'condition']);
  expect(api.puts).toBe(2);
});

test('a healthy probe writes nothing more, whatever is heard, judged and observed again', async () => {
  const { clock, api, writer, own } = setUpWriter();
  const { uid } = own('till').metadata;
  writer.judge(uid, running);
  writer.observed('shop/till');
  await clock.advance(1000);
  const { puts } = api;
  for (let run = 0; run < 100; run++) {
    writer.adopt(api.read('till'));
    writer.judge(uid, running);
    writer.observed('shop/till');
    await clock.advance(10_000);
  }
  expect(api.puts).toBe(puts);
  expect(writer.unwritten).toBe(0);
});

test('a replica that takes over a healthy probe writes nothing', async () => {
  const first = setUpWriter();
  const { uid } = first.own('till').metadata;
  first.writer.judge(uid, running);
  first.writer.observed('shop/till');
  await first.clock.advance(1000);
  const { api } = first;
  const { puts } = api;
  const second = setUpWriter({ api });
  second.writer.adopt(api.read('till'));
  second.writer.judge(uid, running);
  second.writer.observed('shop/till');
  await second.clock.advance(10_000);
  expect(api.puts).toBe(puts);
});

test('an incident and its recovery show in Healthy, with the time each came', async () => {
  const { clock, writer, own, statusOf } = setUpWriter();
  const { uid } = own('till').metadata;
  writer.judge(uid, running);
  writer.observed('shop/till');
  await clock.advance(60_000);
  writer.put(sampleChange(uid, 1, { alert: 'down' }));
  await clock.advance(60_000);
  const health = () => statusOf('till').conditions?.find(({ type }) => type === 'Healthy');
  expect(health()).toMatchObject({
    status: 'False',
    reason: 'IncidentOpen',
    message: 'in incident: GET http://shop.test/: down',
    lastTransitionTime: '2026-01-01T12:01:00Z',
  });
  expect(statusOf('till').incidents).toBe(1);
  writer.put(sampleChange(uid, 2, { alert: 'down' }));
  await clock.advance(0);
  expect(health()).toMatchObject({ status: 'True', lastTransitionTime: '2026-01-01T12:02:00Z' });
  expect(statusOf('till').incidents).toBe(0);
});

test('a suspended probe is neither healthy nor unhealthy, and is not healthy before it ran again', async () => {
  const { clock, writer, own, statusOf } = setUpWriter();
  const { uid } = own('till').metadata;
  writer.judge(uid, running);
  writer.observed('shop/till');
  await clock.advance(1000);
  const seen: (string | undefined)[] = [];
  for (const step of [
    () => writer.judge(uid, suspended),
    () => writer.judge(uid, running),
    () => writer.observed('shop/till'),
  ]) {
    step();
    await clock.advance(1000);
    seen.push(conditionsOf(statusOf('till')).Healthy);
  }
  expect(seen).toEqual(['Unknown Suspended', 'Unknown NotRunYet', 'True NoIncident']);
});

test('a probe suspended in incident still counts its incident, and says so once it is resumed', async () => {
  const { clock, writer, own, statusOf } = setUpWriter();
  const { uid } = own('till').metadata;
  writer.judge(uid, running);
  writer.put(sampleChange(uid, 1));
  await clock.advance(1000);
  writer.judge(uid, suspended);
  await clock.advance(1000);
  expect(statusOf('till').incidents).toBe(1);
  expect(conditionsOf(statusOf('till')).Healthy).toBe('Unknown Suspended');
  writer.judge(uid, running);
  await clock.advance(1000);
  expect(conditionsOf(statusOf('till')).Healthy).toBe('False IncidentOpen');
});

test('what changes during a write goes into the next one, all of it', async () => {
  const { clock, api, writer, told, own, statusOf } = setUpWriter();
  api.travel = () => new Promise(resolve => clock.setTimer(50, resolve));
  const { uid } = own('till').metadata;
  writer.judge(uid, running);
  await clock.advance(10);
  writer.observed('shop/till');
  writer.put(countsChange(uid, 1));
  writer.put(sampleChange(uid, 1, { alert: 'down' }));
  writer.put(sampleChange(uid, 1, { alert: 'odd' }));
  await clock.advance(1000);
  expect(told.writes).toEqual(['condition', 'transition']);
  expect(statusOf('till').alerts).toHaveLength(3);
  expect(statusOf('till').pending).toHaveLength(2);
  expect(told.recorded).toHaveLength(1);
  expect(told.recorded[0]?.transitions.map(({ alert }) => alert.name)).toEqual(['down', 'odd']);
});

test('transitions are written before conditions, those before outcomes, and those before counts', async () => {
  const { clock, writer, told, own } = setUpWriter({ perSecond: 10 });
  const owing = own('owing').metadata.uid;
  writer.judge(owing, running);
  writer.put(sampleChange(owing, 1));
  await clock.advance(1000);
  const [delivery] = await writer.outbox.due('ops', clock.wallTime(), 1);
  if (delivery === undefined) throw new Error('nothing is due');
  const uids = ['a', 'b', 'c'].map(name => own(name).metadata.uid);
  for (let n = 0; n < 10; n++) writer.put(countsChange(own(`spent-${n}`).metadata.uid, 1));
  await clock.advance(0);
  told.writes.length = 0;
  writer.put(countsChange(uids[0] ?? '', 1));
  void writer.outbox.sent(delivery, clock.wallTime());
  writer.judge(uids[1] ?? '', running);
  writer.put(sampleChange(uids[2] ?? '', 1));
  await clock.advance(1000);
  expect(told.writes).toEqual(['transition', 'condition', 'delivery', 'count']);
});

test('a probe opens on what is recorded and on what still is to be', async () => {
  const { clock, api, writer, own } = setUpWriter();
  const { uid } = own('till').metadata;
  writer.put(sampleChange(uid, 1, { alert: 'down' }));
  await clock.advance(100);
  api.fate = () => 'not sent';
  writer.put(countsChange(uid, 3));
  await clock.advance(100);
  expect(await writer.open('shop/till')).toMatchObject({
    uid,
    sequence: 1,
    states: [
      { alert: 'down', state: { status: 'incident', sequence: 1 } },
      { alert: 'slow', state: { streak: 3 } },
    ],
  });
});

test('a probe that is not held here has no record', async () => {
  const { writer } = setUpWriter();
  await expect(writer.open('shop/till')).rejects.toThrow('shop/till is not held here');
});

test('ids never repeat: an alert that recovered goes on from the highest sequence after a restart', async () => {
  const { clock, api, writer, own } = setUpWriter();
  const { uid } = own('till').metadata;
  for (const sequence of [1, 2]) writer.put(sampleChange(uid, sequence));
  await clock.advance(100);
  const next = setUpWriter({ api });
  next.writer.adopt(api.read('till'));
  expect(await next.writer.open('shop/till')).toEqual({ uid, states: [], sequence: 2 });
});

test('a transition nobody is to be told of is recorded, and owed to nobody', async () => {
  const { clock, writer, told, own, statusOf } = setUpWriter();
  const { uid } = own('till').metadata;
  writer.put(sampleChange(uid, 1, { channels: [] }));
  await clock.advance(100);
  expect(statusOf('till')).toMatchObject({ sequence: 1, alerts: [{ state: 'incident' }] });
  expect(statusOf('till').pending).toBeUndefined();
  expect(told.recorded).toHaveLength(1);
});

test('changes of a probe that is not held are nobody’s', async () => {
  const { clock, api, writer, own } = setUpWriter();
  const { uid } = own('till').metadata;
  writer.drop(uid);
  writer.put(sampleChange(uid, 1));
  writer.judge(uid, running);
  writer.observed('shop/till');
  await clock.advance(1000);
  expect(api.puts).toBe(0);
  expect(writer.unwritten).toBe(0);
});
