import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import { type AlertState, restingState, step } from '../alert/state.ts';
import { sampleChange, sampleTransition } from './sample-change.ts';
import { openStateFile, type StateFile, type StateFileOptions } from './sqlite.ts';

const log = pino({ level: 'silent' });
const day = 24 * 60 * 60 * 1000;
const opened: StateFile[] = [];
const folders: string[] = [];

afterEach(async () => {
  await Promise.all(opened.splice(0).map(file => file.close()));
  await Promise.all(folders.splice(0).map(folder => rm(folder, { recursive: true })));
});

async function newPath(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'picket-state-'));
  folders.push(folder);
  return join(folder, 'state.sqlite');
}

function open(path: string, options: Partial<StateFileOptions> = {}): StateFile {
  const file = openStateFile(path, { log, ...options });
  opened.push(file);
  return file;
}

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
        let file = openStateFile(path, { log });
        const { uid } = await file.store.open('shop');
        let state = restingState;
        for (const [at, outcome] of steps.entries()) {
          if (outcome === 'reopen') {
            await file.close();
            file = openStateFile(path, { log });
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

  test('is gone after forget, its uid is never used again, and what it owes is still owed', async () => {
    const { store, outbox } = open(':memory:');
    const { uid } = await store.open('shop');
    await store.record(sampleChange(uid, 1));
    await store.forget('shop');
    await expect(store.record(sampleChange(uid, 2))).rejects.toMatchObject({
      code: 'PKT_STATE_FORGOTTEN',
    });
    expect((await store.open('shop')).uid).not.toBe(uid);
    expect(await outbox.due('ops', Date.now(), 10)).toHaveLength(1);
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

describe('a state file that cannot be used', () => {
  test('is refused while another opener holds it, and usable once that one has closed', async () => {
    const path = await newPath();
    const holder = open(path);
    expect(() => openStateFile(path, { log })).toThrow(
      expect.objectContaining({
        code: 'PKT_STATE_IN_USE',
        message: expect.stringContaining(path),
      }),
    );
    await holder.close();
    await open(path).store.open('shop');
  });

  test.each([
    ['text', () => 'probes:\n  - id: shop\n'.repeat(100)],
    ['a damaged page', damage],
  ])('is refused and left as it is when it holds %s', async (_, content) => {
    const path = await newPath();
    await writeFile(path, await content());
    const before = await readFile(path);
    expect(() => openStateFile(path, { log })).toThrow(
      expect.objectContaining({
        code: 'PKT_STATE_UNREADABLE',
        message: expect.stringContaining('move it away'),
      }),
    );
    expect(await readFile(path)).toEqual(before);
  });

  test('is refused when it is another program’s database', async () => {
    const path = await newPath();
    const other = new DatabaseSync(path);
    other.exec('CREATE TABLE songs (title TEXT)');
    other.close();
    const before = await readFile(path);
    expect(() => openStateFile(path, { log })).toThrow(/another program’s/);
    expect(await readFile(path)).toEqual(before);
  });

  test('is refused when a newer version wrote it', async () => {
    const path = await newPath();
    await openStateFile(path, { log }).close();
    const newer = new DatabaseSync(path);
    newer.exec('PRAGMA user_version = 1000');
    newer.close();
    expect(() => openStateFile(path, { log })).toThrow(/newer version/);
  });

  test('is refused when it is a folder, or in a folder that is not there', async () => {
    const path = await newPath();
    for (const unusable of [tmpdir(), join(path, 'state.sqlite')])
      expect(() => openStateFile(unusable, { log })).toThrow(
        expect.objectContaining({
          code: 'PKT_STATE_UNREADABLE',
          message: expect.stringContaining('check that its folder exists'),
        }),
      );
  });

  async function damage(): Promise<Buffer> {
    const path = await newPath();
    const file = openStateFile(path, { log });
    const { uid } = await file.store.open('shop');
    await Promise.all(
      Array.from({ length: 100 }, (_, n) => file.store.record(sampleChange(uid, n))),
    );
    await file.close();
    const bytes = await readFile(path);
    // Every page but the first, which names the schema.
    return bytes.fill(0xa5, 4096);
  }
});

describe('old rows', () => {
  test('go when delivered, and stay while owed', async () => {
    const path = await newPath();
    const sent = sampleChange('', 1, { alert: 'sent' }).transitions[0]?.at ?? 0;
    const first = open(path);
    const { uid } = await first.store.open('shop');
    await first.store.record(sampleChange(uid, 1, { alert: 'sent' }));
    await first.store.record(sampleChange(uid, 1, { alert: 'owed' }));
    const [delivered] = await first.outbox.due('ops', Date.now(), 1);
    if (delivered === undefined) throw new Error('nothing is due');
    await first.outbox.sent(delivered, sent);
    await first.close();
    await open(path, { now: () => sent + 31 * day }).close();

    const rows = new DatabaseSync(path);
    const bodies = rows.prepare('SELECT body FROM transitions').all();
    rows.close();
    expect(bodies).toHaveLength(1);
    expect(JSON.stringify(bodies)).toContain('owed');
  });

  test('go when their probe was not opened for 30 days, however long the file was closed', async () => {
    const path = await newPath();
    let now = 0;
    const openAt = (day0: number) => {
      now = day0 * day;
      return open(path, { now: () => now });
    };
    const first = openAt(0);
    const shop = await first.store.open('shop');
    const bank = await first.store.open('bank');
    await first.close();

    const second = openAt(100);
    expect(await second.store.open('shop')).toEqual(shop);
    await second.close();

    const third = openAt(101);
    expect((await third.store.open('bank')).uid).not.toBe(bank.uid);
    expect((await third.store.open('shop')).uid).toBe(shop.uid);
    now = 200 * day;
    await third.close();
    expect((await openAt(201).store.open('shop')).uid).toBe(shop.uid);
  });
});
