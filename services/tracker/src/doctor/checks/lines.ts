import { type Cache, numberOf, textOf } from '../../cache/cache.ts';
import type { Check, Problem } from '../check.ts';
import { quarantineLines } from '../mend/quarantine-lines.ts';

export const corruptLines: Check = {
  name: 'corrupt-lines',
  severity: 'error',
  concerns: 'data',
  about: 'every line of a segment is an event',
  remedy:
    '`tracker doctor --fix` moves the others, word for word, into quarantine/ on the branch; the events beside them stay as they are',
  find: async patient => problemsOf(await patient.records(), 'corrupt'),
  fix: quarantineLines,
};

export const newerLines: Check = {
  name: 'newer-lines',
  severity: 'info',
  concerns: 'data',
  about: 'this version understands every event',
  remedy: 'install the newer tracker that wrote them; they are kept and passed on meanwhile',
  find: async patient => problemsOf(await patient.records(), 'newer'),
};

function problemsOf(cache: Cache, kind: string): Problem[] {
  const sql = 'SELECT path, line, reason FROM problems WHERE kind = ? ORDER BY path, line';
  return cache.all(sql, kind).map(row => ({
    where: `${textOf(row.path)}:${numberOf(row.line)}`,
    message: textOf(row.reason),
  }));
}
