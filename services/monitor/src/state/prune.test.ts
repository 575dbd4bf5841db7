import { DatabaseSync } from 'node:sqlite';
import { afterEach, describe, expect, test } from 'vitest';
import { sampleChange } from '../../fixtures/sample-change.ts';
import { createStateFiles } from '../../fixtures/state-files.ts';

const day = 24 * 60 * 60 * 1000;
const files = createStateFiles();
const { newPath, open } = files;

afterEach(() => files[Symbol.asyncDispose]());

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

  test('stay when the file is opened after a long stop and closed without asking for a probe', async () => {
    const path = await newPath();
    const first = open(path, { now: () => 0 });
    const shop = await first.store.open('shop');
    await first.close();
    await open(path, { now: () => 100 * day }).close();
    expect(await open(path, { now: () => 100 * day }).store.open('shop')).toEqual(shop);
  });
});
