import { type Cache, textOf } from '../../cache/cache.ts';
import { followedAhead, readClock } from '../../event/clock.ts';
import type { Check, Problem } from '../check.ts';

export const duplicateEventIds: Check = {
  name: 'duplicate-event-ids',
  severity: 'error',
  concerns: 'data',
  about: 'no two different events have one id',
  remedy:
    'one of them was rewritten by hand: `tracker audit --verify` names the commit; the first by its text counts',
  find: async patient =>
    found(
      await patient.records(),
      'SELECT id AS "where", group_concat(DISTINCT path) AS message FROM events GROUP BY id HAVING count(DISTINCT line) > 1',
      paths => `different events have this id, in ${paths}`,
    ),
};

export const orphanEvents: Check = {
  name: 'orphan-events',
  severity: 'warning',
  concerns: 'data',
  about: 'every event is of a record whose beginning is there',
  remedy:
    'run `tracker sync`: the segment with the beginning may not have arrived; the events are kept',
  find: async patient =>
    found(
      await patient.records(),
      `SELECT record AS "where", count(*) AS message FROM events GROUP BY record
       HAVING sum(json_extract(line, '$.op') = 'create') = 0`,
      count => `${count} events, and none that made it`,
    ),
};

export const recordsWithoutFields: Check = {
  name: 'record-without-fields',
  severity: 'error',
  concerns: 'data',
  about: 'a record can be made of the events of each that was begun',
  remedy:
    'update the tracker: a later version may have given its fields other values; the events are kept',
  find: async patient =>
    found(
      await patient.records(),
      `SELECT record AS "where", count(*) AS message FROM events
       WHERE record NOT IN (SELECT id FROM records) GROUP BY record
       HAVING sum(json_extract(line, '$.op') = 'create') > 0`,
      count => `its ${count} events make no record`,
    ),
};

export const mixedTypes: Check = {
  name: 'mixed-types',
  severity: 'warning',
  concerns: 'data',
  about: 'all events of a record are of its type',
  remedy: 'the others are passed over; `tracker audit --verify` tells where they came from',
  find: async patient =>
    found(
      await patient.records(),
      `SELECT record AS "where", group_concat(DISTINCT json_extract(line, '$.type')) AS message
       FROM events GROUP BY record HAVING count(DISTINCT json_extract(line, '$.type')) > 1`,
      types => `its events are of the types ${types}`,
    ),
};

export const clockSkew: Check = {
  name: 'clock-skew',
  severity: 'warning',
  concerns: 'surroundings',
  about: 'no event is more than a day ahead of the clock of this machine',
  remedy: 'set the clock of the machine that is wrong; the order of events stays causal either way',
  find: async patient => {
    const cache = await patient.records();
    const now = patient.options.surroundings.now();
    const problems: Problem[] = [];
    // The latest alone are looked at: as many as are told, and one more.
    for (const row of cache.all('SELECT id, line FROM events ORDER BY id DESC LIMIT 1000')) {
      const id = textOf(row.id);
      const { time } = readClock(id);
      if (time - now <= followedAhead) break;
      problems.push({ where: id, message: `it is of ${new Date(time).toISOString()}` });
    }
    return problems;
  },
};

function found(cache: Cache, sql: string, say: (message: string) => string): Problem[] {
  return cache.all(`${sql} ORDER BY 1`).map(row => ({
    where: textOf(row.where),
    message: say(String(row.message)),
  }));
}
