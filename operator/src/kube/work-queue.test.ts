import { createFakeClock } from '@picket/monitor/fixtures/fake-clock';
import { expect, test } from 'vitest';
import { createWorkQueue, type Processed } from './work-queue.ts';

/** A queue whose keys take `ms` to process, and then what `outcomes` says of them, a failure where it is an Error. */
function setUp({ concurrency = 10, ms = 0 } = {}) {
  const clock = createFakeClock();
  const starts: string[] = [];
  const errors: unknown[] = [];
  const seen: string[] = [];
  const outcomes = new Map<string, Processed | Error>();
  const queue = createWorkQueue({
    clock,
    random: () => 0,
    concurrency,
    async process(key) {
      starts.push(`${key}@${clock.now()}`);
      if (ms > 0) await new Promise<void>(resolve => clock.setTimer(ms, resolve));
      const outcome = outcomes.get(key) ?? 'done';
      if (outcome instanceof Error) throw outcome;
      return outcome;
    },
    onError: error => errors.push(error),
    observer: {
      added: () => seen.push('added'),
      started: waited => seen.push(`started after ${waited}`),
      ended: (took, outcome) => seen.push(`${outcome} in ${took}`),
      retried: () => seen.push('retried'),
    },
  });
  return { clock, starts, errors, seen, outcomes, queue };
}

test('keys come in the order they were added, each once, however often that was', async () => {
  const { clock, queue, starts } = setUp({ concurrency: 1 });
  for (const key of ['a', 'b', 'a', 'c', 'b']) queue.add(key);
  expect(queue.depth).toBe(3);
  queue.start();
  await clock.advance(0);
  expect(starts).toEqual(['a@0', 'b@0', 'c@0']);
  expect(queue.depth).toBe(0);
});

test('nothing begins before the queue is started', async () => {
  const { clock, queue, starts } = setUp();
  queue.add('a');
  await clock.advance(1000);
  expect(starts).toEqual([]);
  queue.start();
  await clock.advance(0);
  expect(starts).toEqual(['a@1000']);
});

test('a key added while it is processed is processed once more afterwards', async () => {
  const { clock, queue, starts } = setUp({ ms: 10 });
  queue.start();
  queue.add('a');
  await clock.advance(5);
  queue.add('a');
  queue.add('a');
  expect(queue.depth).toBe(0);
  await clock.advance(100);
  expect(starts).toEqual(['a@0', 'a@10']);
});

test('no more keys are processed at once than may be', async () => {
  const { clock, queue, starts } = setUp({ concurrency: 2, ms: 10 });
  queue.start();
  for (const key of ['a', 'b', 'c']) queue.add(key);
  await clock.advance(4);
  expect(queue.unfinished()).toEqual([4, 4]);
  expect(queue.depth).toBe(1);
  await clock.advance(20);
  expect(starts).toEqual(['a@0', 'b@0', 'c@10']);
  expect(queue.unfinished()).toEqual([]);
});

test('a key added for later comes at the soonest time asked for', async () => {
  const { clock, queue, starts } = setUp();
  queue.start();
  for (const ms of [30, 20, 40]) queue.addAfter('a', ms);
  queue.addAfter('b', 0);
  await clock.advance(100);
  expect(starts).toEqual(['b@0', 'a@20']);
});

test('a key that asks for it comes again', async () => {
  const { clock, queue, starts, outcomes } = setUp();
  outcomes.set('a', { againIn: 50 });
  queue.start();
  queue.add('a');
  await clock.advance(120);
  expect(starts).toEqual(['a@0', 'a@50', 'a@100']);
});

test('a key that fails comes again with a backoff of its own, which a success ends', async () => {
  const { clock, queue, starts, errors, outcomes } = setUp();
  const failure = new Error('no such luck');
  outcomes.set('a', failure);
  queue.start();
  queue.add('a');
  queue.add('b');
  await clock.advance(34);
  expect(starts).toEqual(['a@0', 'b@0', 'a@5', 'a@15']);
  expect(errors).toEqual([failure, failure, failure]);
  outcomes.delete('a');
  await clock.advance(66);
  outcomes.set('a', failure);
  queue.add('a');
  await clock.advance(5);
  expect(starts.slice(4)).toEqual(['a@35', 'a@100', 'a@105']);
});

test('a failing key is tried at least every 5 minutes', async () => {
  const { clock, queue, starts, outcomes } = setUp();
  outcomes.set('a', new Error('still not'));
  queue.start();
  queue.add('a');
  await clock.advance(24 * 3_600_000);
  const before = starts.length;
  await clock.advance(300_000);
  expect(starts.length).toBe(before + 1);
});

test('a burst leaves what else is ready its turn', async () => {
  const { clock, queue, starts } = setUp({ concurrency: 4 });
  queue.start();
  for (let n = 0; n < 100; n++) queue.add(`key-${n}`);
  expect(starts).toEqual([]);
  let startedBefore = -1;
  clock.afterOthers(() => {
    startedBefore = starts.length;
  });
  await clock.advance(0);
  expect(startedBefore).toBe(4);
  expect(starts).toHaveLength(100);
});

test('stopping waits for what is processed, forgets the rest and takes no more', async () => {
  const { clock, queue, starts, outcomes } = setUp({ concurrency: 1, ms: 10 });
  outcomes.set('a', new Error('too late to matter'));
  queue.start();
  queue.add('a');
  queue.add('b');
  queue.addAfter('c', 5);
  await clock.advance(1);
  let hasStopped = false;
  const stopped = queue.stop().then(() => {
    hasStopped = true;
  });
  queue.add('d');
  queue.addAfter('e', 1);
  await clock.advance(5);
  expect(hasStopped).toBe(false);
  await clock.advance(10_000);
  await stopped;
  expect(starts).toEqual(['a@0']);
  expect(queue.depth).toBe(0);
});

test('an idle queue stops at once', async () => {
  await setUp().queue.stop();
});

test('the observer hears of each step', async () => {
  const { clock, queue, seen, outcomes } = setUp({ concurrency: 1, ms: 10 });
  outcomes.set('a', new Error('once'));
  queue.start();
  queue.add('a');
  queue.add('b');
  queue.add('b');
  await clock.advance(10);
  outcomes.set('a', { againIn: 1000 });
  await clock.advance(30);
  expect(seen).toEqual([
    ...['added', 'added', 'started after 0', 'retried', 'error in 10'],
    ...['started after 10', 'added', 'done in 10'],
    ...['started after 5', 'again in 10'],
  ]);
});
