import { existsSync } from 'node:fs';
import type { Cache } from '../../cache/cache.ts';
import { cacheFile, removeCache } from '../../cache/open-cache.ts';
import type { Check, Problem } from '../check.ts';
import { withStoredCache } from '../known-commits.ts';
import { messageOf } from '../patient.ts';

/** Each table of the cache, and what of it two caches of one commit have in common. */
const contents = [
  ['events', 'SELECT id, record, path, line FROM events ORDER BY id, path, line'],
  ['records', 'SELECT id, type, number, closedAt, forgeBase, search, doc FROM records ORDER BY id'],
  ['members', 'SELECT record, field, member FROM members ORDER BY record, field, member'],
  ['numbers', 'SELECT type, number, record FROM numbers ORDER BY type, number, record'],
  ['segments', 'SELECT path, size FROM segments ORDER BY path'],
] as const;

export const cacheWhole: Check = {
  name: 'cache-integrity',
  severity: 'error',
  concerns: 'data',
  about: 'the cache is whole, and holds what the branch makes',
  remedy: '`tracker doctor --fix` removes it; it is built anew from the branch',
  find: async patient => {
    const started = await patient.started();
    const where = cacheFile(started);
    if (!existsSync(where)) return [];
    const damage = withStoredCache(started, faultOfDatabase);
    if (damage === undefined) return [{ where, message: 'it is no database of a cache' }];
    if (damage.length > 0) return damage.map(message => ({ where, message }));
    const rebuilt = await patient.records();
    return withStoredCache(started, cache => differences(cache, rebuilt, where)) ?? [];
  },
  fix: async patient => {
    removeCache(await patient.repository());
    await patient.withBoard(async () => {
      // Opening it builds the cache.
    });
  },
};

function faultOfDatabase(cache: Cache): string[] {
  try {
    const rows = cache.all('PRAGMA integrity_check(20)');
    return rows.map(row => String(row.integrity_check)).filter(text => text !== 'ok');
  } catch (error) {
    return [messageOf(error)];
  }
}

/** None where the cache is at another commit by now. */
function differences(stored: Cache, rebuilt: Cache, where: string): Problem[] {
  return stored.steadily(() =>
    stored.commit === rebuilt.commit ? differingTables(stored, rebuilt, where) : [],
  );
}

function differingTables(stored: Cache, rebuilt: Cache, where: string): Problem[] {
  return contents.flatMap(([table, sql]) => {
    const kept = new Set(stored.all(sql).map(row => JSON.stringify(Object.values(row))));
    const made = new Set(rebuilt.all(sql).map(row => JSON.stringify(Object.values(row))));
    const missing = [...made].filter(row => !kept.has(row)).length;
    const surplus = [...kept].filter(row => !made.has(row)).length;
    if (missing === 0 && surplus === 0) return [];
    return [{ where, message: `of ${table}, ${missing} rows are missing and ${surplus} too many` }];
  });
}

export const cacheCurrent: Check = {
  name: 'cache-current',
  severity: 'info',
  concerns: 'surroundings',
  about: 'the cache is at the newest commit of the branch',
  remedy: 'nothing to do: the next command brings it there',
  find: async patient => {
    const started = await patient.started();
    const where = cacheFile(started);
    const commit = withStoredCache(started, cache => cache.commit);
    if (commit === undefined || commit === started.head) return [];
    return [{ where, message: `it is at ${commit}` }];
  },
};
