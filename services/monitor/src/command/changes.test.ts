import { setImmediate as othersTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createChanges } from './changes.ts';

function setUp() {
  const changes = createChanges();
  const end = new AbortController();
  const started: PromiseWithResolvers<void>[] = [];
  const handled = changes.handleUntil(end.signal, () => {
    const handling = Promise.withResolvers<void>();
    started.push(handling);
    return handling.promise;
  });
  return { changes, end, started, handled };
}

test('a change noted before anyone handles them is handled', async () => {
  const changes = createChanges();
  const end = new AbortController();
  changes.note();
  let count = 0;
  const handled = changes.handleUntil(end.signal, async () => {
    count++;
    end.abort();
  });
  await handled;
  expect(count).toBe(1);
});

test('changes noted while one is handled are handled after it, as one', async () => {
  const { changes, end, started, handled } = setUp();
  changes.note();
  await othersTurn();
  changes.note();
  changes.note();
  await othersTurn();
  expect(started).toHaveLength(1);
  started[0]?.resolve();
  await othersTurn();
  expect(started).toHaveLength(2);
  started[1]?.resolve();
  await othersTurn();
  expect(started).toHaveLength(2);
  end.abort();
  await handled;
});

test('at the end the one that is being handled is waited for, and no other is begun', async () => {
  const { changes, end, started, handled } = setUp();
  changes.note();
  await othersTurn();
  changes.note();
  end.abort();
  let isOver = false;
  void handled.then(() => {
    isOver = true;
  });
  await othersTurn();
  expect(isOver).toBe(false);
  started[0]?.resolve();
  await handled;
  expect(started).toHaveLength(1);
});

test('nothing is handled where it has ended before', async () => {
  const changes = createChanges();
  changes.note();
  await changes.handleUntil(AbortSignal.abort(), () => Promise.reject(new Error('handled')));
});
