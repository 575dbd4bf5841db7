import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../fixtures/fake-clock.ts';
import { createScheduler, type SchedulerOptions } from './scheduler.ts';

/** A scheduler whose runs take `duration(id)` ms of its fake clock, and a log of their starts. */
function setUp(
  duration: (id: string) => number,
  options: Partial<Pick<SchedulerOptions, 'concurrency' | 'run'>> = {},
) {
  const clock = createFakeClock();
  const starts: [id: string, at: number][] = [];
  const lags: [id: string, ms: number][] = [];
  const errors: [id: string, error: unknown][] = [];
  const scheduler = createScheduler({
    clock,
    run: id => {
      starts.push([id, clock.now()]);
      return new Promise(resolve => clock.setTimer(duration(id), resolve));
    },
    onLag: (id, ms) => lags.push([id, ms]),
    onError: (id, error) => errors.push([id, error]),
    ...options,
  });
  const startsOf = (id: string) => starts.filter(([of]) => of === id).map(([, at]) => at);
  return { clock, scheduler, starts, startsOf, lags, errors };
}

describe('start times', () => {
  test('stand on phase + n * interval, whatever the runs take', async () => {
    const { clock, scheduler, startsOf } = setUp(() => 7.3);
    scheduler.add('a', { interval: 10, phase: 2 });
    await clock.advance(40);
    expect(startsOf('a')).toEqual([2, 12, 22, 32]);
  });

  test('begin the phase after the id was added', async () => {
    const { clock, scheduler, startsOf } = setUp(() => 1);
    await clock.advance(25);
    scheduler.add('a', { interval: 100, phase: 3 });
    await clock.advance(110);
    expect(startsOf('a')).toEqual([28, 128]);
  });

  test('are told to the run as they were due, also when it comes late', async () => {
    const dues: number[] = [];
    const run = async (_: string, dueAt: number) => {
      dues.push(dueAt);
    };
    const { clock, scheduler } = setUp(() => 1, { run });
    scheduler.add('a', { interval: 10, phase: 2 });
    clock.stall(7);
    await clock.advance(10);
    expect(dues).toEqual([2, 12]);
  });

  test('are not caught up after the process stood still, beyond one run', async () => {
    const { clock, scheduler, startsOf, lags } = setUp(() => 1);
    scheduler.add('a', { interval: 10, phase: 0 });
    await clock.advance(5);
    clock.stall(38);
    await clock.advance(20);
    expect(startsOf('a')).toEqual([0, 43, 50, 60]);
    expect(lags[1]).toEqual(['a', 33]);
  });
});

describe('a run that overruns its interval', () => {
  test('is followed at once by one more, and then the grid goes on', async () => {
    const durations = [25, 2, 2];
    const { clock, scheduler, startsOf, lags } = setUp(() => durations.shift() ?? 1);
    scheduler.add('a', { interval: 10, phase: 0 });
    await clock.advance(45);
    expect(startsOf('a')).toEqual([0, 25, 30, 40]);
    expect(lags.map(([, ms]) => ms)).toEqual([0, 0, 0, 0]);
  });

  test('repeats back to back when every run is too long', async () => {
    const { clock, scheduler, startsOf } = setUp(() => 12);
    scheduler.add('a', { interval: 10, phase: 0 });
    await clock.advance(50);
    expect(startsOf('a')).toEqual([0, 12, 24, 36, 48]);
  });
});

describe('concurrency', () => {
  test('is bounded, and what is due waits in the order it became due', async () => {
    const { clock, scheduler, starts, lags } = setUp(() => 5, { concurrency: 2 });
    for (const id of ['a', 'b', 'c', 'd', 'e']) scheduler.add(id, { interval: 100, phase: 0 });
    await clock.advance(50);
    expect(starts).toEqual([
      ['a', 0],
      ['b', 0],
      ['c', 5],
      ['d', 5],
      ['e', 10],
    ]);
    expect(lags.map(([, ms]) => ms)).toEqual([0, 0, 5, 5, 10]);
  });

  test('leaves others their turn while thousands are started', async () => {
    const { clock, scheduler, starts } = setUp(() => 1, { concurrency: 10_000 });
    for (let n = 0; n < 5_000; n++) scheduler.add(`p${n}`, { interval: 1_000, phase: 10 });
    const startedBefore: number[] = [];
    const count = () => {
      startedBefore.push(starts.length);
      if (starts.length < 5_000) clock.afterOthers(count);
    };
    clock.setTimer(10, count);
    await clock.advance(10);
    expect(starts).toHaveLength(5_000);
    const slices = startedBefore.map((n, index) => n - (startedBefore[index - 1] ?? 0));
    expect(Math.max(...slices)).toBeLessThanOrEqual(64);
  });
});

describe('remove', () => {
  test('leaves the run in progress alone and starts no other', async () => {
    const { clock, scheduler, startsOf, errors } = setUp(() => 15);
    scheduler.add('a', { interval: 10, phase: 0 });
    await clock.advance(5);
    expect(scheduler.remove('a')).toBe(true);
    expect(scheduler.remove('a')).toBe(false);
    await clock.advance(50);
    expect(startsOf('a')).toEqual([0]);
    expect(errors).toEqual([]);
  });

  test('takes back what is due but waits for its turn', async () => {
    const { clock, scheduler, starts } = setUp(() => 5, { concurrency: 1 });
    scheduler.add('a', { interval: 100, phase: 0 });
    scheduler.add('b', { interval: 100, phase: 0 });
    await clock.advance(1);
    scheduler.remove('b');
    await clock.advance(50);
    expect(starts).toEqual([['a', 0]]);
  });

  test('followed by add during a run still never runs two at a time', async () => {
    const { clock, scheduler, startsOf } = setUp(() => 15);
    scheduler.add('a', { interval: 100, phase: 0 });
    await clock.advance(5);
    scheduler.remove('a');
    scheduler.add('a', { interval: 100, phase: 3 });
    await clock.advance(50);
    expect(startsOf('a')).toEqual([0, 15]);
  });
});

describe('update', () => {
  test('moves a waiting id to its new interval', async () => {
    const { clock, scheduler, startsOf } = setUp(() => 1);
    scheduler.add('a', { interval: 100, phase: 0 });
    await clock.advance(12);
    expect(scheduler.update('a', { interval: 10, phase: 3 })).toBe(true);
    await clock.advance(20);
    expect(startsOf('a')).toEqual([0, 15, 25]);
  });

  test('with the same interval leaves the id where it stands', async () => {
    const { clock, scheduler, startsOf } = setUp(() => 1);
    scheduler.add('a', { interval: 10, phase: 0 });
    await clock.advance(5);
    scheduler.update('a', { interval: 10, phase: 7 });
    scheduler.add('a', { interval: 10, phase: 8 });
    await clock.advance(20);
    expect(startsOf('a')).toEqual([0, 10, 20]);
  });

  test('keeps a start that is due', async () => {
    const { clock, scheduler, startsOf } = setUp(() => 5, { concurrency: 1 });
    scheduler.add('a', { interval: 100, phase: 0 });
    scheduler.add('b', { interval: 100, phase: 0 });
    await clock.advance(1);
    scheduler.update('b', { interval: 50, phase: 39 });
    await clock.advance(50);
    expect(startsOf('b')).toEqual([5, 40]);
  });

  test('during a run holds from its end', async () => {
    const { clock, scheduler, startsOf } = setUp(() => 4);
    scheduler.add('a', { interval: 100, phase: 0 });
    await clock.advance(1);
    scheduler.update('a', { interval: 10, phase: 9 });
    await clock.advance(20);
    expect(startsOf('a')).toEqual([0, 10, 20]);
  });

  test('does not know an id that was never added', () => {
    const { scheduler } = setUp(() => 1);
    expect(scheduler.update('a', { interval: 10, phase: 0 })).toBe(false);
  });
});

describe('runNow', () => {
  test('starts a waiting id at once and leaves its grid as it is', async () => {
    const { clock, scheduler, startsOf } = setUp(() => 1);
    scheduler.add('a', { interval: 10, phase: 0 });
    await clock.advance(4);
    expect(scheduler.runNow('a')).toBe(true);
    await clock.advance(20);
    expect(startsOf('a')).toEqual([0, 4, 10, 20]);
  });

  test('during a run starts one more at its end', async () => {
    const { clock, scheduler, startsOf } = setUp(() => 3);
    scheduler.add('a', { interval: 10, phase: 0 });
    await clock.advance(1);
    scheduler.runNow('a');
    scheduler.runNow('a');
    await clock.advance(15);
    expect(startsOf('a')).toEqual([0, 3, 10]);
  });

  test('does not know an id that was removed', () => {
    const { scheduler } = setUp(() => 1);
    scheduler.add('a', { interval: 10, phase: 5 });
    scheduler.remove('a');
    expect(scheduler.runNow('a')).toBe(false);
  });
});

describe('stop', () => {
  test('starts nothing more and resolves when the runs in progress have ended', async () => {
    const { clock, scheduler, starts } = setUp(() => 20);
    scheduler.add('a', { interval: 10, phase: 0 });
    scheduler.add('b', { interval: 10, phase: 5 });
    await clock.advance(2);
    let stoppedAt: number | undefined;
    const stopped = scheduler.stop().then(() => {
      stoppedAt = clock.now();
    });
    scheduler.add('c', { interval: 10, phase: 0 });
    await clock.advance(100);
    await stopped;
    expect(stoppedAt).toBe(20);
    expect(starts).toEqual([['a', 0]]);
  });

  test('resolves at once where nothing runs', async () => {
    const { scheduler } = setUp(() => 1);
    scheduler.add('a', { interval: 10, phase: 5 });
    await scheduler.stop();
  });
});

test.each([
  ['rejects', () => Promise.reject(new Error('bug'))],
  [
    'throws',
    () => {
      throw new Error('bug');
    },
  ],
])('a run that %s is reported and runs again in its next slot', async (_, run) => {
  const { clock, scheduler, errors, lags } = setUp(() => 1, { run });
  scheduler.add('a', { interval: 10, phase: 0 });
  await clock.advance(15);
  expect(errors).toEqual([
    ['a', new Error('bug')],
    ['a', new Error('bug')],
  ]);
  expect(lags).toHaveLength(2);
});
