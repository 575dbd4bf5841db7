import type { Channel } from '@picket/monitor';
import { expect, test } from 'vitest';
import { setUp, spec } from '../reconcile/fixtures/set-up.ts';

const second = 1000;
const minute = 60 * second;
const never = new AbortController().signal;

/** A channel that follows incidents, and what it heard of them. */
function follow() {
  const heard: string[] = [];
  const ids: string[] = [];
  const channel: Channel = {
    id: 'ops',
    timeout: 10 * second,
    async send({ id, probe, type }) {
      heard.push(`${type} ${probe.id}`);
      ids.push(id);
    },
    following: {
      every: minute,
      async tellLasting(incidents) {
        for (const { id, probe } of incidents) {
          heard.push(`lasting ${probe.id}`);
          ids.push(id);
        }
      },
      async tellLeft({ id, probe }) {
        heard.push(`left ${probe.id}`);
        ids.push(id);
      },
    },
  };
  return { channel, heard, ids };
}

/** A replica with one probe whose incident lasts. */
async function setUpIncident() {
  const world = setUp();
  const { clock, cluster, targets } = world;
  const { channel, heard, ids } = follow();
  const replica = world.start({ channels: [channel] });
  targets.switch('shop/till', 'down');
  cluster.create('till', spec('till'));
  await clock.advance(minute);
  expect(heard.splice(0)).toEqual(['lasting shop/till', 'incident shop/till'].toSorted());
  return { ...world, channel, heard, ids, replica };
}

test('an incident that lasts is told on, by the id of its incident', async () => {
  const { clock, heard, ids } = await setUpIncident();
  await clock.advance(2 * minute);
  expect(heard).toEqual(['lasting shop/till', 'lasting shop/till']);
  expect(new Set(ids).size).toBe(1);
});

test.each(['removed', 'suspended', 'invalid', 'being deleted'])(
  'one whose probe is %s is told of as left',
  async change => {
    const { clock, cluster, heard, ids } = await setUpIncident();
    if (change === 'removed') cluster.remove('till');
    if (change === 'being deleted') cluster.beginRemoval('till');
    if (change === 'suspended') cluster.apply('till', spec('till', { suspend: true }));
    if (change === 'invalid') cluster.apply('till', spec('till', { notify: ['nobody'] }));
    await clock.advance(5 * minute);
    expect(heard).toEqual(['left shop/till']);
    expect(new Set(ids).size).toBe(1);
  },
);

test('one whose probe another replica takes over is told on by that one, and is not left', async () => {
  const { clock, heard, ids, replica, start } = await setUpIncident();
  const other = follow();
  start({ name: 'b', channels: [other.channel] });
  replica.share(() => false);
  await clock.advance(3 * minute);
  expect(heard).toEqual([]);
  expect(other.heard).toEqual(Array(3).fill('lasting shop/till'));
  expect(new Set([...ids, ...other.ids]).size).toBe(1);
});

test('one that lasts at a stop is not left, and is told on after the start', async () => {
  const { clock, settle, heard, ids, replica, start, channel } = await setUpIncident();
  await settle(replica.stop(never));
  expect(heard).toEqual([]);
  start({ channels: [channel] });
  await clock.advance(minute);
  expect(heard).toEqual(['lasting shop/till']);
  expect(new Set(ids).size).toBe(1);
});

test('one that cannot be recorded is not told of before it is', async () => {
  const { clock, cluster, targets, start } = setUp();
  const { channel, heard } = follow();
  const { link } = start({ channels: [channel] });
  cluster.create('till', spec('till'));
  await clock.advance(5 * second);
  targets.switch('shop/till', 'down');
  link.set('refused');
  await clock.advance(5 * minute);
  expect(heard).toEqual([]);
  link.set('up');
  await clock.advance(2 * minute);
  expect(heard.filter(each => each.startsWith('incident'))).toHaveLength(1);
  expect(heard).toContain('lasting shop/till');
});
