import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { noteWritten } from '../board/note-written.ts';
import { Cache } from './cache.ts';
import { tables } from './tables.ts';

/** A cache on a disk that is full but for a few pages. */
function fullCache(): Cache {
  const database = new DatabaseSync(':memory:');
  database.exec(tables);
  const pages = Number(database.prepare('PRAGMA page_count').get()?.page_count);
  database.exec(`PRAGMA max_page_count = ${pages}`);
  return new Cache(database);
}

test('a full disk is told as such, not as a defect', () => {
  const cache = fullCache();
  expect(() => cache.setMeta('big', 'x'.repeat(100_000))).toThrow(
    expect.objectContaining({
      code: 'FILE',
      remedy: expect.stringContaining('make room'),
      message: expect.stringContaining('no room left'),
    }),
  );
});

test('what is committed is not told to have failed because the cache cannot note it', () => {
  const cache = fullCache();
  cache.begin();
  noteWritten(cache, [], 'f'.repeat(100_000));
  expect(cache.commit).toBeUndefined();
});
