import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFakeClock } from '../../fixtures/fake-clock.ts';
import { createScheduler } from './scheduler.ts';

const ids = ['a', 'b', 'c', 'd', 'e', 'f'];
const durations = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 8 });
const interval = fc.integer({ min: 5, max: 40 });
const phase = fc.integer({ min: 0, max: 40 });

/** The specification in its own words: what one id alone does until `end`. */
function expectedStarts(
  timing: { interval: number; phase: number },
  durationOf: (run: number) => number,
  end: number,
): number[] {
  const starts: number[] = [];
  for (let start = timing.phase; start <= end; ) {
    const ended = start + durationOf(starts.length);
    starts.push(start);
    let slot = timing.phase;
    while (slot <= start) slot += timing.interval;
    start = Math.max(slot, ended);
  }
  return starts;
}

test('alone, an id starts on its grid, and once more at the end of a run that passed a slot', async () => {
  await fc.assert(
    fc.asyncProperty(interval, phase, durations, async (every, offset, times) => {
      const clock = createFakeClock();
      const starts: number[] = [];
      const durationOf = (run: number) => times[run % times.length] ?? 0;
      const scheduler = createScheduler({
        clock,
        run: () => {
          starts.push(clock.now());
          return new Promise(resolve => clock.setTimer(durationOf(starts.length - 1), resolve));
        },
        onLag: (_, ms) => expect(ms).toBe(0),
        onError: (_, error) => expect.fail(String(error)),
      });
      scheduler.add('a', { interval: every, phase: offset });
      await clock.advance(400);
      expect(starts).toEqual(expectedStarts({ interval: every, phase: offset }, durationOf, 400));
    }),
    { numRuns: 60 },
  );
});

const id = fc.constantFrom(...ids);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('add' as const), id, interval, phase }) },
  fc.record({ type: fc.constant('remove' as const), id }),
  fc.record({ type: fc.constant('runNow' as const), id }),
  fc.record({ type: fc.constant('stall' as const), ms: fc.integer({ min: 1, max: 100 }) }),
  { weight: 4, arbitrary: fc.record({ type: fc.constant('advance' as const), ms: phase }) },
);

test('whatever is added, removed, asked for or held up, the invariants hold', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 60 }),
      fc.integer({ min: 1, max: 8 }),
      durations,
      async (steps, concurrency, times) => {
        const clock = createFakeClock();
        const scheduled = new Set<string>();
        const running = new Set<string>();
        const mayLag = concurrency < ids.length || steps.some(({ type }) => type === 'stall');
        let runs = 0;
        const broken: unknown[] = [];
        const scheduler = createScheduler({
          clock,
          concurrency,
          run: async (of, dueAt) => {
            expect(scheduled.has(of), 'started though removed').toBe(true);
            expect(running.has(of), 'two at a time').toBe(false);
            expect(running.size, 'past the bound').toBeLessThan(concurrency);
            expect(dueAt, 'before its time').toBeLessThanOrEqual(clock.now());
            running.add(of);
            const ms = times[runs++ % times.length] ?? 0;
            await new Promise<void>(resolve => clock.setTimer(ms, resolve));
            running.delete(of);
          },
          onLag: (_, ms) => {
            if (!mayLag) expect(ms, 'late for no reason').toBe(0);
          },
          onError: (_, error) => broken.push(error),
        });
        for (const one of steps) {
          if (one.type === 'advance') await clock.advance(one.ms);
          else if (one.type === 'stall') clock.stall(one.ms);
          else if (one.type === 'runNow')
            expect(scheduler.runNow(one.id)).toBe(scheduled.has(one.id));
          else if (one.type === 'remove')
            expect(scheduler.remove(one.id)).toBe(scheduled.delete(one.id));
          else {
            scheduled.add(one.id);
            scheduler.add(one.id, one);
          }
        }
        const before = runs;
        // Long enough for a first run of everything, even one after another.
        await clock.advance(40 + (ids.length + 1) * 60 * 2);
        if (scheduled.size > 0) expect(runs).toBeGreaterThan(before);
        const stopped = scheduler.stop();
        scheduled.clear();
        await clock.advance(60);
        await stopped;
        expect(running.size).toBe(0);
        expect(broken).toEqual([]);
      },
    ),
    { numRuns: 100 },
  );
});
