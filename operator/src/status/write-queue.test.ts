import { createFakeClock } from '@picket/monitor/fixtures/fake-clock';
import { expect, test } from 'vitest';
import { createWriteLimit } from '../kube/write-limit.ts';
import { createWriteQueue, type WriteOutcome } from './write-queue.ts';

/** A queue of names whose writes take `ms`; `outcomes` says what comes of them, by default an answer. */
function setUp({ concurrency = 10, ms = 0, perSecond = 1000, burst = 1000 } = {}) {
  const clock = createFakeClock();
  const priorities = new Map<string, number>();
  const starts: string[] = [];
  const outcomes = new Map<string, WriteOutcome>();
  const running = new Set<string>();
  let most = 0;
  const queue = createWriteQueue<string>({
    clock,
    random: () => 0,
    limit: createWriteLimit({ clock, perSecond, burst }),
    concurrency,
    priorityOf: item => priorities.get(item),
    async write(item) {
      expect(running.has(item), 'twice at a time').toBe(false);
      starts.push(`${item}@${clock.now()}`);
      running.add(item);
      most = Math.max(most, running.size);
      if (ms > 0) await new Promise<void>(resolve => clock.setTimer(ms, resolve));
      running.delete(item);
      const outcome = outcomes.get(item) ?? { kind: 'answered' };
      if (outcome.kind === 'answered') priorities.delete(item);
      return outcome;
    },
  });
  const add = (item: string, priority: number) => {
    priorities.set(item, priority);
    queue.add(item);
  };
  return { clock, queue, add, priorities, starts, outcomes, most: () => most };
}

const unavailable: WriteOutcome = { kind: 'unavailable' };
const names = (starts: readonly string[]) => starts.map(start => start.split('@')[0]);
const times = (starts: readonly string[]) => starts.map(start => Number(start.split('@')[1]));

test('the most urgent goes first, and of equals the one that has waited longest', async () => {
  const { clock, add, starts } = setUp({ perSecond: 10, burst: 1 });
  add('spent', 0);
  for (const [item, priority] of [
    ['d', 3],
    ['b', 1],
    ['a', 0],
    ['c', 2],
    ['a2', 0],
  ] as const)
    add(item, priority);
  await clock.advance(1000);
  expect(starts).toEqual(['spent@0', 'a@100', 'a2@200', 'b@300', 'c@400', 'd@500']);
});

test('one that becomes more urgent while it waits moves up, even past one that waits for the limit', async () => {
  const { clock, add, starts } = setUp({ perSecond: 10, burst: 1 });
  add('spent', 0);
  add('a', 3);
  add('b', 3);
  await clock.advance(50);
  add('b', 0);
  await clock.advance(1000);
  expect(starts).toEqual(['spent@0', 'b@100', 'a@200']);
});

test('one for which nothing is to be written any more is left out', async () => {
  const { clock, queue, add, priorities, starts } = setUp({ perSecond: 10, burst: 1 });
  add('spent', 0);
  add('a', 1);
  add('b', 1);
  priorities.delete('a');
  queue.add('a');
  queue.remove('b');
  await clock.advance(1000);
  expect(names(starts)).toEqual(['spent']);
});

test('no more are written at once than may be, and none twice at a time', async () => {
  const { clock, add, starts, most } = setUp({ concurrency: 3, ms: 50 });
  for (const item of ['a', 'b', 'c', 'd', 'e', 'a']) add(item, 0);
  await clock.advance(200);
  expect(most()).toBe(3);
  expect(starts).toEqual(['a@0', 'b@0', 'c@0', 'd@50', 'e@50']);
});

test('one that changed while it was written is written again', async () => {
  const { clock, add, starts, priorities } = setUp({ ms: 50 });
  add('a', 0);
  await clock.advance(60);
  add('a', 1);
  await clock.advance(10);
  expect(starts).toEqual(['a@0', 'a@60']);
  expect(priorities.get('a')).toBe(1);
});

test('while the server is away one write at a time asks, ever more seldom; then all go', async () => {
  const { clock, add, starts, outcomes } = setUp({ ms: 5 });
  const items = Array.from({ length: 40 }, (_, n) => `item-${n}`);
  for (const item of items) outcomes.set(item, unavailable);
  for (const item of items) add(item, 0);
  await clock.advance(0);
  expect(starts).toHaveLength(10);
  await clock.advance(60_000);
  const tries = times(starts).slice(10);
  expect(tries.slice(0, 4)).toEqual([505, 1510, 3515, 7520]);
  expect(tries.slice(4).every((at, index) => at - (tries[index + 3] ?? 0) >= 7500)).toBe(true);
  const before = starts.length;
  outcomes.clear();
  await clock.advance(15_000);
  expect(new Set(names(starts.slice(before)))).toEqual(new Set(items));
});

test('what was found away together is one outage', async () => {
  const { clock, add, starts, outcomes } = setUp({ ms: 100 });
  for (const item of ['a', 'b', 'c', 'd']) outcomes.set(item, unavailable);
  for (const item of ['a', 'b', 'c', 'd']) add(item, 0);
  await clock.advance(100);
  outcomes.clear();
  add('e', 0);
  await clock.advance(500);
  expect(starts.at(-1)).toBe('e@600');
});

test('one that alone finds the server away does not keep the others from it', async () => {
  const { clock, add, starts, outcomes } = setUp();
  outcomes.set('poison', unavailable);
  add('poison', 0);
  for (let n = 0; n < 100; n++) add(`item-${n}`, 3);
  await clock.advance(30_000);
  expect(new Set(names(starts)).size).toBe(101);
  expect(names(starts).filter(name => name === 'poison').length).toBeLessThan(10);
});

test('the server is left alone for as long as it asks, up to a minute', async () => {
  const { clock, queue, add, starts, outcomes } = setUp();
  outcomes.set('a', { ...unavailable, retryAfter: 20_000 });
  add('a', 0);
  await clock.advance(0);
  queue.remove('a');
  outcomes.set('b', { ...unavailable, retryAfter: 3_600_000 });
  add('b', 0);
  await clock.advance(200_000);
  expect(times(starts.filter(start => start.startsWith('b'))).slice(0, 2)).toEqual([
    20_000, 80_000,
  ]);
});

test('one that fails waits by itself, and longer where it was refused', async () => {
  const { clock, add, starts, outcomes } = setUp();
  outcomes.set('failing', { kind: 'failed' });
  outcomes.set('refused', { kind: 'refused' });
  add('failing', 0);
  add('refused', 0);
  await clock.advance(10);
  add('other', 3);
  add('refused', 0);
  await clock.advance(16_000);
  expect(starts.filter(start => start.startsWith('failing'))).toEqual(
    [0, 1000, 3000, 7000, 15_000].map(at => `failing@${at}`),
  );
  expect(starts.filter(start => start.startsWith('refused'))).toEqual([
    'refused@0',
    'refused@15000',
  ]);
  expect(starts).toContain('other@10');
});

test('failures of an outage make the wait after a refusal no longer', async () => {
  const { clock, add, starts, outcomes } = setUp();
  outcomes.set('a', { kind: 'failed' });
  add('a', 0);
  await clock.advance(7000);
  outcomes.set('a', { kind: 'refused' });
  await clock.advance(40_000);
  expect(times(starts)).toEqual([0, 1000, 3000, 7000, 15_000, 30_000]);
});

test('hurry tries at once what waits, and begins to count anew', async () => {
  const { clock, queue, add, starts, outcomes } = setUp();
  outcomes.set('a', { kind: 'refused' });
  outcomes.set('b', unavailable);
  add('a', 0);
  add('b', 0);
  await clock.advance(100);
  queue.hurry();
  await clock.advance(0);
  expect(names(starts)).toEqual(['a', 'b', 'a', 'b']);
  await clock.advance(1000);
  expect(starts.at(-1)).toBe('b@1100');
});

test('after its end nothing is written', async () => {
  const { clock, queue, add, starts, outcomes } = setUp({ perSecond: 10, burst: 1 });
  outcomes.set('a', { kind: 'failed' });
  add('a', 0);
  add('b', 0);
  await clock.advance(0);
  queue.close();
  add('c', 0);
  await clock.advance(10_000);
  expect(names(starts)).toEqual(['a']);
});
