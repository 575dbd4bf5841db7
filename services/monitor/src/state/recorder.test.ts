import { expect, test } from 'vitest';
import { createFakeClock } from '../../fixtures/fake-clock.ts';
import { sampleChange } from '../../fixtures/sample-change.ts';
import { createRecorder } from './recorder.ts';
import type { StateChange, StateStore } from './store.ts';

/** A store that answers each record when the test says so, or fails while `isBroken`. */
function setUp() {
  const clock = createFakeClock();
  const tries: StateChange[] = [];
  const recorded: StateChange[] = [];
  const failures: unknown[] = [];
  const disk = { isBroken: false, answers: Promise.resolve() };
  const store: StateStore = {
    open: async () => ({ uid: 'unused', states: [] }),
    async record(change) {
      tries.push(change);
      await disk.answers;
      if (disk.isBroken) throw new Error('the disk is full');
    },
    close: async () => {},
  };
  const recorder = createRecorder({
    store,
    onRecorded: change => recorded.push(change),
    onError: error => failures.push(error),
    clock,
  });
  return { clock, tries, recorded, failures, disk, recorder };
}

const never = new AbortController().signal;
const idsOf = (changes: readonly StateChange[]) =>
  changes.flatMap(({ transitions }) => transitions.map(({ id }) => id));

test('a change is recorded at once and told once it is', async () => {
  const { recorder, recorded } = setUp();
  const change = sampleChange('shop', 1);
  recorder.put(change);
  expect(recorded).toEqual([]);
  await recorder.flush(never);
  expect(recorded).toEqual([change]);
});

test('changes that come while one of the probe is being recorded follow it, merged, in order', async () => {
  const { recorder, tries, disk } = setUp();
  const { promise, resolve } = Promise.withResolvers<void>();
  disk.answers = promise;
  const changes = [1, 2, 3].map(sequence => sampleChange('shop', sequence));
  for (const change of changes) recorder.put(change);
  expect(tries).toHaveLength(1);
  resolve();
  await recorder.flush(never);
  expect(tries).toHaveLength(2);
  expect(idsOf(tries)).toEqual(idsOf(changes));
  expect(tries[1]?.states).toEqual(changes[2]?.states);
});

test('probes do not wait for each other', () => {
  const { recorder, tries } = setUp();
  recorder.put(sampleChange('shop', 1));
  recorder.put(sampleChange('blog', 1));
  expect(tries.map(({ uid }) => uid)).toEqual(['shop', 'blog']);
});

test('what cannot be recorded is held, merged and tried again until it is', async () => {
  const { clock, recorder, recorded, failures, disk } = setUp();
  disk.isBroken = true;
  const changes = [1, 2].map(sequence => sampleChange('shop', sequence));
  for (const change of changes) recorder.put(change);
  await clock.advance(2500);
  expect(recorded).toEqual([]);
  expect(failures.length).toBeGreaterThan(1);
  disk.isBroken = false;
  await clock.advance(1000);
  expect(idsOf(recorded)).toEqual(idsOf(changes));
  expect(recorded).toHaveLength(1);
});

test('a failing store is tried once a second for a probe, however many changes come', async () => {
  const { clock, recorder, tries, disk } = setUp();
  disk.isBroken = true;
  for (let sequence = 1; sequence <= 50; sequence++) {
    recorder.put(sampleChange('shop', sequence));
    await clock.advance(100);
  }
  expect(tries.length).toBeLessThanOrEqual(6);
});

test('flush tries at once what waits to be tried again', async () => {
  const { clock, recorder, recorded, disk } = setUp();
  disk.isBroken = true;
  recorder.put(sampleChange('shop', 1));
  await clock.advance(10);
  disk.isBroken = false;
  await recorder.flush(never);
  expect(recorded).toHaveLength(1);
});

test('flush ends when its signal aborts, and nothing is tried after close, which counts what is lost', async () => {
  const { clock, recorder, tries, disk } = setUp();
  disk.isBroken = true;
  recorder.put(sampleChange('shop', 1));
  recorder.put(sampleChange('blog', 1));
  const end = new AbortController();
  const flushed = recorder.flush(end.signal);
  await clock.advance(1500);
  end.abort();
  await flushed;
  await recorder.flush(end.signal);
  expect(recorder.close()).toBe(2);
  const before = tries.length;
  recorder.put(sampleChange('shop', 2));
  await clock.advance(10_000);
  expect(tries).toHaveLength(before);
});
