import { createFakeClock } from '@picket/monitor/fixtures/fake-clock';
import { describe, expect, test } from 'vitest';
import {
  createGroup,
  duration,
  groupOf,
  renewEvery,
  sawAfter,
  second,
} from '../../fixtures/group.ts';
import { createMemoryServer } from '../../fixtures/memory-server.ts';
import { createServerLink } from '../../fixtures/server-link.ts';
import { createMembership } from './membership.ts';
import { type Lease, leases } from './resources/leases.ts';

const place = { namespace: 'picket' };

describe('1. a member joins', () => {
  test('alone it is the only one, and its Lease says who and until when', async () => {
    const { server, one } = await groupOf('a');
    expect(one.hasJoined).toBe(true);
    expect(one.isHeld()).toBe(true);
    expect(server.get(leases, { ...place, name: 'a' })).toMatchObject({
      metadata: {
        labels: { 'picket.dev/group': 'shop' },
        ownerReferences: [{ apiVersion: 'v1', kind: 'Pod', name: 'a', uid: 'pod-a' }],
      },
      spec: {
        holderIdentity: 'a',
        leaseDurationSeconds: 10,
        acquireTime: '2026-01-01T00:00:00.000000Z',
        renewTime: '2026-01-01T00:00:00.000000Z',
      },
    });
  });

  test('it knows the others before it has joined, and they learn of it at once', async () => {
    const { clock, start, one } = await groupOf('a');
    const late = start('b');
    await clock.advance(0);
    expect(late.hasJoined).toBe(true);
    expect(late.sees).toEqual(['a', 'b']);
    expect(sawAfter(one, second, ['a', 'b'])).toBe(0);
  });

  test('it tries for ever while it is refused', async () => {
    const { clock, start } = createGroup();
    const one = start('a');
    one.link.set('refused');
    await clock.advance(3600 * second);
    expect(one.hasJoined).toBe(false);
    expect(one.isHeld()).toBe(false);
    expect(one.sees).toEqual([]);
    expect(one.errors.length).toBeGreaterThan(1000);
    one.link.set('up');
    await clock.advance(2 * second);
    expect(one.hasJoined).toBe(true);
    expect(one.sees).toEqual(['a']);
  });

  test('one that is told to give up does, and leaves nothing', async () => {
    const { clock, server, start } = createGroup();
    const end = new AbortController();
    const one = start('a', { joining: end.signal });
    one.link.set('silent');
    await clock.advance(5 * second);
    end.abort();
    await clock.advance(0);
    expect(one.hasJoined).toBe(true);
    expect(one.sees).toEqual([]);
    one.link.set('up');
    await one.leave();
    await clock.advance(60 * second);
    expect(server.list(leases, place)).toEqual([]);
  });

  test('what ends the joining ends nothing once it has joined', async () => {
    const { clock, start } = createGroup();
    const end = new AbortController();
    const one = start('a', { joining: end.signal });
    await clock.advance(second);
    end.abort();
    await clock.advance(60 * second);
    expect(one.isHeld()).toBe(true);
  });

  test('members of another group are not seen', async () => {
    const { clock, server, one } = await groupOf('a');
    server.create(leases, place, {
      metadata: { name: 'z', namespace: 'picket', labels: { 'picket.dev/group': 'blog' } },
    });
    await clock.advance(10 * second);
    expect(one.sees).toEqual(['a']);
  });
});

test('2. two that join at the same moment learn of each other', async () => {
  const { clock, start } = createGroup({ latency: () => 5 });
  const members = [start('a'), start('b')];
  await clock.advance(100);
  for (const { sees } of members) expect(sees).toEqual(['a', 'b']);
});

describe('3. a member leaves', () => {
  test('the others learn of it at once, and its Lease is gone', async () => {
    const { clock, server, one, other } = await groupOf('a', 'b');
    await other.leave();
    await clock.advance(0);
    expect(sawAfter(one, second, ['a'])).toBe(0);
    expect(server.list(leases, place).map(({ metadata }) => metadata.name)).toEqual(['a']);
    expect(other.isHeld()).toBe(false);
  });

  test('it gives up after 3 s where nobody answers', async () => {
    const { clock, one } = await groupOf('a');
    one.link.set('silent');
    let hasLeft = false;
    void one.leave().then(() => {
      hasLeft = true;
    });
    await clock.advance(3 * second - 1);
    expect(hasLeft).toBe(false);
    await clock.advance(1);
    expect(hasLeft).toBe(true);
  });

  test('a renewal under way does not bring it back', async () => {
    const { clock, server, start } = createGroup({ latency: () => 500 });
    const one = start('a');
    await clock.advance(renewEvery + 100);
    expect(one.link.calls.at(-1)).toBe('replace leases');
    const left = one.leave();
    await clock.advance(60 * second);
    await left;
    expect(server.list(leases, place)).toEqual([]);
  });

  test('one that never joined has nothing to leave', async () => {
    const { link, membership } = setUp();
    await membership.leave();
    expect(link.calls).toEqual([]);
  });
});

describe('4. a member dies', () => {
  test.each([0, 1, 1500, 2999])(
    'killed %i ms after its renewal it is missed a duration after that, and no sooner',
    async ms => {
      const { clock, one, other } = await groupOf('a', 'b');
      const renewal = 2 * renewEvery;
      await clock.advance(renewal + ms - clock.now());
      other.kill();
      await clock.advance(15 * second);
      expect(sawAfter(one, renewal, ['a'])).toBe(duration);
    },
  );

  test('who hears of nothing misses it a renewal later at the latest', async () => {
    const { clock, start, one } = await groupOf('a');
    const deaf = start('b', { isDeaf: true });
    await clock.advance(7 * second);
    const killed = clock.now();
    one.kill();
    await clock.advance(20 * second);
    expect(sawAfter(deaf, killed, ['b'])).toBeLessThanOrEqual(duration + renewEvery);
  });

  test('its Lease says for how long: that of a member with other settings counts', async () => {
    const { clock, server, one } = await groupOf('a');
    const slow: Lease = {
      metadata: { name: 'slow', namespace: 'picket', labels: { 'picket.dev/group': 'shop' } },
      spec: { leaseDurationSeconds: 40 },
    };
    server.create(leases, place, slow);
    await clock.advance(40 * second - 1);
    expect(one.sees).toEqual(['a', 'slow']);
    await clock.advance(1);
    expect(one.sees).toEqual(['a']);
  });
});

test.each([-86_400_000, -renewEvery, renewEvery, 86_400_000])(
  '8. nothing comes of a wall clock that jumps by %i ms, over and over',
  async ms => {
    const { clock, one, other, members } = await groupOf('a', 'b');
    const before = members.map(({ views }) => views.length);
    for (let n = 0; n < 20; n++) {
      await clock.advance(renewEvery);
      one.clock.jump(ms);
    }
    expect(members.map(({ views }) => views.length)).toEqual(before);
    other.kill();
    await clock.advance(duration + renewEvery);
    expect(one.sees).toEqual(['a']);
  },
);

describe('9. a member starts again under its name', () => {
  test('in time, and nobody noticed', async () => {
    const { clock, server, start, one, other } = await groupOf('a', 'b');
    const { uid } = server.get(leases, { ...place, name: 'b' }).metadata;
    other.kill();
    await clock.advance(4 * second);
    const again = start('b');
    await clock.advance(60 * second);
    expect(again.sees).toEqual(['a', 'b']);
    expect(one.views.filter(({ at }) => at > second)).toEqual([]);
    expect(server.get(leases, { ...place, name: 'b' }).metadata.uid).toBe(uid);
  });

  test('too late, and it is taken back at once', async () => {
    const { clock, start, one, other } = await groupOf('a', 'b');
    other.kill();
    await clock.advance(60 * second);
    const at = clock.now();
    start('b');
    await clock.advance(0);
    expect(sawAfter(one, at, ['a', 'b'])).toBe(0);
  });
});

describe('10. somebody touches a Lease', () => {
  test('a deleted one is written again at once', async () => {
    const { clock, server, one, other } = await groupOf('a', 'b');
    server.remove(leases, { ...place, name: 'b' });
    await clock.advance(10);
    expect(server.list(leases, place)).toHaveLength(2);
    expect([one.sees, other.sees]).toEqual([
      ['a', 'b'],
      ['a', 'b'],
    ]);
  });

  test('a changed one is renewed as it is now, with what is not ours kept', async () => {
    const { clock, server, one } = await groupOf('a');
    const of = { ...place, name: 'a' };
    const before = server.get(leases, of);
    const labels = { 'picket.dev/group': 'elsewhere', team: 'red' };
    server.replace(leases, of, { ...before, metadata: { ...before.metadata, labels } });
    await clock.advance(renewEvery);
    expect(server.get(leases, of).metadata.labels).toEqual({
      'picket.dev/group': 'shop',
      team: 'red',
    });
    expect(one.errors).toEqual([]);
  });
});

test('13. the Lease of who died is deleted an hour later', async () => {
  const { clock, server, one, other } = await groupOf('a', 'b');
  other.kill();
  await clock.advance(3600 * second);
  expect(server.list(leases, place)).toHaveLength(2);
  await clock.advance(duration + renewEvery);
  expect(server.list(leases, place).map(({ metadata }) => metadata.name)).toEqual(['a']);
  expect(one.errors).toEqual([]);
});

test('in peace a member asks for two things every 3 s, whatever the others do', async () => {
  const { clock, one } = await groupOf('a', 'b', 'c', 'd', 'e');
  const before = one.link.calls.length;
  await clock.advance(60 * second);
  const calls = one.link.calls.slice(before);
  expect(calls.filter(call => call === 'replace leases')).toHaveLength(20);
  expect(calls.filter(call => call === 'list leases')).toHaveLength(20);
  expect(calls).toHaveLength(40);
  expect(one.errors).toEqual([]);
});

test.each([
  { duration: 8000, renewEvery: 3000 },
  { duration: 8000, renewEvery: 0 },
])('refuses a duration of $duration with renewals every $renewEvery', times => {
  expect(() => setUp(times)).toThrow(RangeError);
});

function setUp(times: { duration?: number; renewEvery?: number } = {}) {
  const clock = createFakeClock();
  const link = createServerLink({ server: createMemoryServer(), clock });
  const membership = createMembership({
    ...times,
    api: link.api,
    namespace: 'picket',
    group: 'shop',
    name: 'a',
    clock,
    random: () => 0,
    onChange: () => {},
    onError: error => expect.fail(String(error)),
  });
  return { link, membership };
}
