import { describe, expect, test } from 'vitest';
import { duration, groupOf, renewEvery, sawAfter, second } from '../../fixtures/group.ts';

describe('5. the server is away for all', () => {
  test.each(['refused', 'silent'] as const)('%s for 10 minutes, nobody is missed', async how => {
    const { clock, members } = await groupOf('a', 'b', 'c');
    for (const { link } of members) link.set(how);
    await clock.advance(8 * second);
    for (const member of members) expect(member.isHeld()).toBe(true);
    await clock.advance(600 * second);
    for (const member of members) expect(member.isHeld()).toBe(false);
    for (const { link } of members) link.set('up');
    await clock.advance(60 * second);
    for (const member of members) {
      expect(member.isHeld()).toBe(true);
      expect(member.views.map(({ members: seen }) => seen.length).at(-1)).toBe(3);
      expect(sawAfter(member, second, ['a', 'b', 'c'])).toBeNaN();
    }
  });

  test('who died meanwhile is missed once it was unseen for a duration that does not count the outage', async () => {
    const { clock, members, one, other } = await groupOf('a', 'b', 'c');
    for (const { link } of members) link.set('refused');
    await clock.advance(60 * second);
    other.kill();
    await clock.advance(60 * second);
    const back = clock.now();
    for (const member of members) if (member !== other) member.link.set('up');
    await clock.advance(20 * second);
    expect(sawAfter(one, back, ['a', 'c'])).toBeGreaterThanOrEqual(duration - 1.5 * renewEvery);
    expect(sawAfter(one, back, ['a', 'c'])).toBeLessThanOrEqual(duration);
  });

  test('who had died before does not come to life by it', async () => {
    const { clock, members, one, other } = await groupOf('a', 'b');
    other.kill();
    await clock.advance(20 * second);
    expect(one.sees).toEqual(['a']);
    const { views } = one;
    const before = views.length;
    for (const { link } of members) link.set('refused');
    await clock.advance(60 * second);
    one.link.set('up');
    await clock.advance(60 * second);
    expect(views).toHaveLength(before);
  });

  test('an absence of a few seconds puts off nothing', async () => {
    const { clock, one, other } = await groupOf('a', 'b');
    await clock.advance(renewEvery - second + 1);
    other.kill();
    await clock.advance(renewEvery - 500);
    one.link.set('refused');
    await clock.advance(second);
    one.link.set('up');
    await clock.advance(20 * second);
    expect(sawAfter(one, renewEvery, ['a'])).toBe(duration);
  });
});

describe('6. the server is away for one', () => {
  test('it goes on with those it knew, the others without it, and once it is back all agree', async () => {
    const { clock, one, members } = await groupOf('a', 'b', 'c');
    const others = members.slice(1);
    one.link.set('silent');
    await clock.advance(60 * second);
    expect(one.sees).toEqual(['a', 'b', 'c']);
    expect(one.isHeld()).toBe(false);
    for (const { sees } of others) expect(sees).toEqual(['b', 'c']);
    const back = clock.now();
    one.link.set('up');
    await clock.advance(renewEvery);
    expect(one.isHeld()).toBe(true);
    for (const member of others) {
      expect(sawAfter(member, back, ['a', 'b', 'c'])).toBeLessThanOrEqual(renewEvery / 2);
    }
    expect(one.views.every(({ members: seen, at }) => at < second || seen.length === 3)).toBe(true);
  });

  test('who cannot write looks at nobody, even where it can read', async () => {
    const { clock, server, one, other } = await groupOf('a', 'b');
    const { replace } = server;
    Object.assign(server, {
      replace: (...[kind, at, lease]: Parameters<typeof replace>) => {
        if (at.name === 'a') throw new Error('no leader');
        return replace(kind, at, lease);
      },
    });
    await clock.advance(5 * second);
    await other.leave();
    await clock.advance(60 * second);
    expect(one.sees).toEqual(['a', 'b']);
    Object.assign(server, { replace });
    await clock.advance(renewEvery);
    expect(one.sees).toEqual(['a']);
  });
});

test('7. split, and each in turn with the server: each drops and takes back the other', async () => {
  const { clock, one, other } = await groupOf('a', 'b');
  other.link.set('refused');
  await clock.advance(20 * second);
  expect([one.sees, other.sees]).toEqual([['a'], ['a', 'b']]);
  one.link.set('refused');
  other.link.set('up');
  // The one that returns counts none of the time it was away against the other.
  await clock.advance(duration - second);
  expect([one.sees, other.sees]).toEqual([['a'], ['a', 'b']]);
  await clock.advance(2 * renewEvery);
  expect([one.sees, other.sees]).toEqual([['a'], ['b']]);
  one.link.set('up');
  await clock.advance(renewEvery);
  expect([one.sees, other.sees]).toEqual([
    ['a', 'b'],
    ['a', 'b'],
  ]);
});

test('11. a server that answers nothing holds no renewal up for longer than 2 s', async () => {
  const { clock, one } = await groupOf('a');
  one.link.set('silent');
  await clock.advance(renewEvery);
  const before = one.link.calls.length;
  await clock.advance(35 * second);
  const tries = one.link.calls.slice(before).filter(call => call === 'replace leases').length;
  expect(tries).toBeGreaterThanOrEqual(10);
  one.link.set('up');
  await clock.advance(1500);
  expect(one.isHeld()).toBe(true);
});

test('12. a machine that was stopped for an hour misses nobody when it goes on', async () => {
  const { clock, members } = await groupOf('a', 'b', 'c');
  const before = members.map(({ views }) => views.length);
  clock.stall(3600 * second);
  await clock.advance(60 * second);
  expect(members.map(({ views }) => views.length)).toEqual(before);
});
