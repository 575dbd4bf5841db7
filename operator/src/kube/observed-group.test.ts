import { expect, test } from 'vitest';
import { undecodable } from './kube-error.ts';
import { createObservedGroup } from './observed-group.ts';
import type { Lease } from './resources/leases.ts';

const renewEvery = 3_000;
const duration = 10_000;

const lease = (name: string, version: number, deletionTimestamp?: string): Lease => ({
  metadata: {
    name,
    uid: `uid-${name}`,
    resourceVersion: String(version),
    ...(deletionTimestamp !== undefined && { deletionTimestamp }),
  },
  spec: { leaseDurationSeconds: 10 },
});

function setUp() {
  const group = createObservedGroup({ self: 'me', duration, renewEvery });
  const look = (at: number, items: readonly Lease[], lost: readonly string[] = []) =>
    group.see(
      {
        items,
        undecodable: lost.map(name => ({ object: lease(name, 9), error: undecodable('no Lease') })),
        resourceVersion: '9',
      },
      { askedAt: at, answeredAt: at },
    );
  return { group, look };
}

test('one that is being deleted, and our own, are none of the others alive', () => {
  const { group, look } = setUp();
  look(0, [lease('me', 1), lease('a', 2), lease('b', 3, '2026-01-01T00:00:00Z')]);
  expect(group.alive()).toEqual(['a']);
});

test('one that cannot be read stays as it was, until its time is over once it can', () => {
  const { group, look } = setUp();
  look(0, [lease('a', 1), lease('b', 2)]);
  for (let at = renewEvery; at < 12_000; at += renewEvery) look(at, [lease('a', at)], ['b', 'new']);
  expect(group.alive()).toEqual(['a', 'b']);
  look(12_000, [lease('a', 5), lease('b', 2)]);
  expect(group.alive()).toEqual(['a']);
});

test('one that is dead is missed within two durations though every look comes late', () => {
  const { group, look } = setUp();
  for (let at = 0; at < 2 * duration; at += 5_000) look(at, [lease('a', 1)]);
  look(2 * duration, [lease('a', 1)]);
  expect(group.alive()).toEqual([]);
});

test('a renewal that is heard of counts, unless it is older than what was seen', () => {
  const { group, look } = setUp();
  look(0, [lease('a', 5)]);
  expect(group.nextExpiry).toBe(duration);
  expect(group.hear(lease('a', 4), 1_000)).toBe(false);
  expect(group.nextExpiry).toBe(duration);
  expect(group.hear(lease('a', 12), 2_000)).toBe(false);
  expect(group.nextExpiry).toBe(2_000 + duration);
});

test('what is heard of who is not known or has expired asks for a look', () => {
  const { group, look } = setUp();
  look(0, [lease('a', 1)]);
  expect(group.hear(lease('b', 2), 1_000)).toBe(true);
  for (let at = renewEvery; at <= 12_000; at += renewEvery) look(at, [lease('a', 1)]);
  expect(group.alive()).toEqual([]);
  expect(group.hear(lease('a', 3), 12_000)).toBe(true);
});
