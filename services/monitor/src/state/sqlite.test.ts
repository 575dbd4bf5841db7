import fc from 'fast-check';
import { afterEach, describe, expect, test } from 'vitest';
import { sampleChange, sampleTransition } from '../../fixtures/sample-change.ts';
import { createStateFiles } from '../../fixtures/state-files.ts';
import { type AlertState, restingState, step } from '../alert/state.ts';

const files = createStateFiles();
const { newPath, open } = files;

afterEach(() => files[Symbol.asyncDispose]());

const incident: AlertState = {
  status: 'incident',
  streak: 2,
  streakSince: 7,
  beganAt: 3,
  sequence: 5,
};

describe('the state of a probe', () => {
  test('is empty under a new uid when the probe is first opened', async () => {
    const { store } = open(':memory:');
    const shop = await store.open('shop');
    const bank = await store.open('bank');
    expect(shop.states).toEqual([]);
    expect(shop.uid).not.toBe(bank.uid);
  });

  test('is found again, under the same uid, after the file was closed', async () => {
    const path = await newPath();
    const first = open(path);
    const { uid } = await first.store.open('shop');
    const states = [{ request: 'r', alert: 'a', state: incident }];
    await first.store.record({ uid, states, transitions: [], channels: [] });
    await first.close();
    expect(await open(path).store.open('shop')).toEqual({ uid, states });
  });

  test('is the alert’s, whatever results came and however often the file was reopened', async () => {
    const outcomes = fc.array(fc.constantFrom('true', 'success', 'unknown', 'reopen'), {
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(outcomes, async steps => {
        const path = await newPath();
        const thresholds = { incident: 2, recovery: 2 };
        let file = open(path);
        const { uid } = await file.store.open('shop');
        let state = restingState;
        for (const [at, outcome] of steps.entries()) {
          if (outcome === 'reopen') {
            await file.close();
            file = open(path);
            continue;
          }
          state = step(state, outcome, at, thresholds).state;
          const states = [{ request: 'r', alert: 'a', state }];
          await file.store.record({ uid, states, transitions: [], channels: [] });
        }
        const recorded = await file.store.open('shop');
        await file.close();
        expect(recorded.states[0]?.state ?? restingState).toEqual(state);
        expect(recorded.uid).toBe(uid);
      }),
      { numRuns: 20 },
    );
  });

  test('takes no room while its alerts never left rest', async () => {
    const { store } = open(':memory:');
    const { uid } = await store.open('shop');
    const record = (state: AlertState) =>
      store.record({
        uid,
        states: [{ request: 'r', alert: 'a', state }],
        transitions: [],
        channels: [],
      });
    await record({ ...restingState, streak: 1, streakSince: 1 });
    expect((await store.open('shop')).states).toHaveLength(1);
    await record(restingState);
    expect((await store.open('shop')).states).toHaveLength(0);
    await record({ ...restingState, sequence: 2 });
    expect((await store.open('shop')).states).toHaveLength(1);
  });
});

describe('records of one turn', () => {
  test('settle each by its own fate, and a failed one leaves nothing', async () => {
    const { store, outbox } = open(':memory:');
    const { uid } = await store.open('shop');
    const results = await Promise.allSettled([
      store.record(sampleChange(uid, 1, { alert: 'first' })),
      store.record(sampleChange('nobody', 1, { alert: 'stray' })),
      store.record(sampleChange(uid, 1, { alert: 'last' })),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    const { states } = await store.open('shop');
    expect(states.map(({ alert }) => alert)).toEqual(['first', 'last']);
    const due = await outbox.due('ops', Date.now(), 10);
    expect(due.map(({ transition }) => transition.alert.name)).toEqual(['first', 'last']);
  });

  test('undo what a failing record had already written', async () => {
    const { store, outbox } = open(':memory:');
    const { uid } = await store.open('shop');
    const change = sampleChange(uid, 1);
    const broken = { ...sampleTransition(uid, 2), at: Number.NaN };
    await expect(
      store.record({ ...change, transitions: [...change.transitions, broken] }),
    ).rejects.toMatchObject({ code: 'PKT_STATE_UNREADABLE' });
    expect((await store.open('shop')).states).toEqual([]);
    expect(await outbox.due('ops', Date.now(), 10)).toEqual([]);
  });

  test('all arrive when there are thousands', async () => {
    const { store, outbox } = open(await newPath());
    const probes = await Promise.all(Array.from({ length: 2000 }, (_, n) => store.open(`p${n}`)));
    await Promise.all(probes.map(({ uid }) => store.record(sampleChange(uid, 1))));
    expect(await outbox.due('ops', Date.now(), 10_000)).toHaveLength(2000);
  });

  test('are committed by close', async () => {
    const path = await newPath();
    const file = open(path);
    const { uid } = await file.store.open('shop');
    const recorded = file.store.record(sampleChange(uid, 1));
    await file.close();
    await recorded;
    expect((await open(path).store.open('shop')).states).toHaveLength(1);
  });

  test('are refused once the file is closed', async () => {
    const file = open(':memory:');
    await file.store.close();
    await expect(file.store.open('shop')).rejects.toMatchObject({ code: 'PKT_STATE_UNREADABLE' });
  });
});
