import { expect, test } from 'vitest';
import { createFakeClock } from '../../fixtures/fake-clock.ts';
import { historyResult } from '../../fixtures/history-results.ts';
import type { Batch } from './store.ts';
import { createHistoryWriter } from './writer.ts';

const bounds = { keepResults: 1, keepBodies: 1, maxBytes: 1 };

function setUp(queue = { results: 10, bytes: 1_000_000 }) {
  const clock = createFakeClock(1_000_000);
  const batches: Batch[] = [];
  const seen = {
    dropped: 0,
    queued: 0,
    outcomes: [] as string[],
    lines: [] as string[],
    prunes: 0,
  };
  const store = { isAway: false, hangs: false };
  const writer = createHistoryWriter({
    store: {
      async write(batch) {
        batches.push(batch);
        if (store.hangs) await new Promise(() => {});
        if (store.isAway) throw new Error('it is away');
      },
      async prune() {
        seen.prunes++;
      },
    },
    bounds,
    clock,
    newId: () => `batch ${batches.length}`,
    observer: {
      wrote: outcome => seen.outcomes.push(outcome),
      dropped(results) {
        seen.dropped += results;
      },
      queued(results) {
        seen.queued = results;
      },
    },
    log: {
      warn: (_, line) => seen.lines.push(`warn ${line}`),
      info: (fields, line) => seen.lines.push(`info ${line} ${JSON.stringify(fields)}`),
    },
    queue,
  });
  const put = (...times: number[]) => writer.put(times.map(at => historyResult({ at })));
  const written = () => batches.map(({ results }) => results.map(({ at }) => at));
  return { clock, writer, batches, seen, store, put, written };
}

test('writes what comes within a second together', async () => {
  const { clock, put, written, seen } = setUp();
  put(1, 2);
  await clock.advance(500);
  put(3);
  expect(written()).toEqual([]);
  await clock.advance(500);
  expect(written()).toEqual([[1, 2, 3]]);
  expect(seen).toMatchObject({ queued: 0, outcomes: ['written'], lines: [] });
});

test('gives a batch that failed again as it was, later and later, and tells of it once', async () => {
  const { clock, put, batches, seen, store, written } = setUp();
  store.isAway = true;
  put(1);
  await clock.advance(1_000);
  put(2);
  await clock.advance(1_000 + 2_000 + 4_000);
  expect(written()).toEqual([[1], [1], [1], [1]]);
  expect(new Set(batches.map(({ id }) => id)).size).toBe(1);
  expect(seen.lines).toHaveLength(1);
  expect(seen.queued).toBe(2);
  store.isAway = false;
  await clock.advance(30_000);
  expect(written().slice(4)).toEqual([[1], [2]]);
  expect(seen.lines.at(-1)).toBe('info the history is written again {"dropped":0}');
});

test('holds so many results and bytes at most: the oldest go and are counted', async () => {
  const { clock, put, seen, store, written, writer } = setUp({ results: 3, bytes: 100_000 });
  store.isAway = true;
  put(1);
  await clock.advance(1_000);
  put(2, 3, 4, 5, 6);
  expect(seen).toMatchObject({ dropped: 2, queued: 4 });
  writer.put([historyResult({ at: 7, body: 'x'.repeat(49_800) })]);
  expect(seen).toMatchObject({ dropped: 5, queued: 2 });
  store.isAway = false;
  await clock.advance(60_000);
  expect(written().slice(1).flat()).toEqual([1, 7]);
});

test('writes everything at once at the end, and gives up where the store hangs', async () => {
  const { put, seen, store, written, writer } = setUp();
  put(1);
  await writer.flush(new AbortController().signal);
  expect(written()).toEqual([[1]]);
  store.hangs = true;
  put(2);
  const end = new AbortController();
  const flushed = writer.flush(end.signal);
  end.abort();
  await flushed;
  expect(writer.close()).toBe(1);
  expect(seen.outcomes).toEqual(['written']);
});

test('prunes every minute, but not while it cannot write', async () => {
  const { clock, put, seen, store } = setUp();
  await clock.advance(60_000);
  expect(seen.prunes).toBe(1);
  store.isAway = true;
  put(1);
  await clock.advance(120_000);
  expect(seen.prunes).toBe(1);
});
