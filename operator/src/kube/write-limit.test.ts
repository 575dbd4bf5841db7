import { getEventListeners } from 'node:events';
import { createFakeClock } from '@picket/monitor/fixtures/fake-clock';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWriteLimit } from './write-limit.ts';

function setUp({ perSecond = 10, burst = 1 } = {}) {
  const clock = createFakeClock();
  const limit = createWriteLimit({ clock, perSecond, burst });
  const gone: string[] = [];
  const take = (name: string, priority = 0, signal?: AbortSignal) =>
    limit.take(priority, signal).then(() => {
      gone.push(`${name}@${clock.now()}`);
    });
  return { clock, limit, gone, take };
}

test('after a rest a burst goes at once, the others at their rate', async () => {
  const { clock, gone, take } = setUp({ burst: 3 });
  for (const name of ['a', 'b', 'c', 'd', 'e']) void take(name);
  await clock.advance(1000);
  expect(gone).toEqual(['a@0', 'b@0', 'c@0', 'd@100', 'e@200']);
});

test('tokens come back while nobody writes, up to the burst', async () => {
  const { clock, gone, take } = setUp({ burst: 2 });
  for (const name of ['a', 'b']) void take(name);
  await clock.advance(100);
  for (const name of ['c', 'd']) void take(name);
  await clock.advance(10_000);
  for (const name of ['e', 'f', 'g']) void take(name);
  await clock.advance(1000);
  expect(gone).toEqual(['a@0', 'b@0', 'c@100', 'd@200', 'e@10100', 'f@10100', 'g@10200']);
});

test('the lowest priority number goes first, and of equals the longest waiting', async () => {
  const { clock, gone, take } = setUp();
  void take('first', 9);
  for (const name of ['low-1', 'low-2']) void take(name, 2);
  await clock.advance(100);
  for (const name of ['high-1', 'high-2']) void take(name, 1);
  await clock.advance(1000);
  expect(gone).toEqual(['first@0', 'low-1@100', 'high-1@200', 'high-2@300', 'low-2@400']);
});

test('who comes while others wait does not overtake them', async () => {
  const { clock, gone, take } = setUp();
  for (const name of ['a', 'b']) void take(name);
  await clock.advance(99);
  clock.stall(1);
  void take('c');
  await clock.advance(1000);
  expect(gone).toEqual(['a@0', 'b@100', 'c@200']);
});

test('an abort rejects with its reason and leaves the turn to the others', async () => {
  const { clock, gone, take } = setUp();
  const reason = new Error('no more need');
  const end = new AbortController();
  void take('a');
  const given = expect(take('b', 0, end.signal)).rejects.toBe(reason);
  void take('c');
  await clock.advance(50);
  end.abort(reason);
  await given;
  await expect(take('d', 0, end.signal)).rejects.toBe(reason);
  await clock.advance(1000);
  expect(gone).toEqual(['a@0', 'c@100']);
});

test('a signal that aborts after its turn changes nothing, and nobody listens to it any more', async () => {
  const { clock, gone, take } = setUp();
  const end = new AbortController();
  void take('a');
  void take('b', 0, end.signal);
  expect(getEventListeners(end.signal, 'abort')).toHaveLength(1);
  await clock.advance(100);
  expect(getEventListeners(end.signal, 'abort')).toHaveLength(0);
  end.abort();
  void take('c');
  await clock.advance(1000);
  expect(gone).toEqual(['a@0', 'b@100', 'c@200']);
});

test.each([
  { perSecond: 0, burst: 1 },
  { perSecond: Number.NaN, burst: 1 },
  { perSecond: 1, burst: 0 },
])('refuses $perSecond a second with a burst of $burst', settings => {
  expect(() => setUp(settings)).toThrow(RangeError);
});

test('whoever comes and goes, the rate holds, the order is right and no token is wasted', async () => {
  const visit = fc.record({
    after: fc.integer({ min: 0, max: 120 }),
    priority: fc.integer({ min: 0, max: 2 }),
    patience: fc.option(fc.integer({ min: 1, max: 400 })),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(visit, { minLength: 1, maxLength: 40 }),
      fc.integer({ min: 1, max: 5 }),
      fc.constantFrom(3, 10, 100),
      async (visits, burst, perSecond) => {
        const clock = createFakeClock();
        const limit = createWriteLimit({ clock, perSecond, burst });
        const waiting: { priority: number; order: number }[] = [];
        const wentAt: number[] = [];
        const broken: string[] = [];
        for (const [order, { after, priority, patience }] of visits.entries()) {
          await clock.advance(after);
          const visitor = { priority, order };
          const end = new AbortController();
          waiting.push(visitor);
          const leave = () => waiting.splice(waiting.indexOf(visitor), 1);
          const came = clock.now();
          if (patience !== null) clock.setTimer(patience, () => end.abort());
          limit.take(priority, end.signal).then(
            () => {
              wentAt.push(clock.now());
              const passed = waiting.some(
                other =>
                  other.priority < priority || (other.priority === priority && other.order < order),
              );
              if (passed) broken.push(`${order} overtook`);
              leave();
            },
            () => {
              if (clock.now() !== came + (patience ?? 0)) broken.push(`${order} left too soon`);
              leave();
            },
          );
        }
        await clock.advance((visits.length * 1000) / perSecond + 1);
        expect(waiting).toEqual([]);
        expect(broken).toEqual([]);
        // Any stretch of n writes beyond the burst took at least as long as n tokens take to come.
        const every = 1000 / perSecond;
        for (const [i, at] of wentAt.entries()) {
          for (const [j, later] of wentAt.entries()) {
            if (j - i < burst) continue;
            expect(later - at).toBeGreaterThan((j - i - burst + 1) * every - 0.1);
          }
        }
      },
    ),
    { numRuns: 150 },
  );
});
