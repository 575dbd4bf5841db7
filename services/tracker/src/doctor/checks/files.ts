import { textOf } from '../../cache/cache.ts';
import { parseQuarantinePath } from '../../store/quarantine.ts';
import { formatFile, parseSegmentPath, readmeFile, segmentLimit } from '../../store/segment.ts';
import type { Check, Problem } from '../check.ts';
import { filesOf } from './format.ts';

export const unexpectedFiles: Check = {
  name: 'unexpected-files',
  severity: 'warning',
  concerns: 'data',
  about: 'the branch holds only what a tracker writes',
  remedy: 'ask whoever committed them; the tracker passes them over',
  find: async patient =>
    (await filesOf(patient))
      .filter(({ path }) => !isOurs(path))
      .map(({ path }) => ({ where: path, message: 'no tracker writes such a file' })),
};

function isOurs(path: string): boolean {
  if (path === formatFile || path === readmeFile) return true;
  return parseSegmentPath(path) !== undefined || parseQuarantinePath(path) !== undefined;
}

export const segmentOrder: Check = {
  name: 'segment-order',
  severity: 'warning',
  concerns: 'data',
  about:
    'the events of each segment stand in the order of their ids, as their writer appended them',
  remedy: 'nothing is lost; `tracker audit --verify` tells which commit put them there',
  find: async patient => {
    const cache = await patient.records();
    const problems: Problem[] = [];
    let [path, last] = ['', ''];
    for (const row of cache.all('SELECT path, id FROM events ORDER BY path, key')) {
      const [where, id] = [textOf(row.path), textOf(row.id)];
      if (where === path && id < last) {
        problems.push({ where, message: `event ${id} stands behind ${last}` });
      }
      [path, last] = [where, id];
    }
    return problems;
  },
};

/** One event may hold a body and still fit; beyond this something other than a tracker wrote. */
const mostBytes = 8 * segmentLimit;

export const segmentSize: Check = {
  name: 'segment-size',
  severity: 'info',
  concerns: 'data',
  about: `no segment is larger than ${mostBytes / 1024 / 1024} MiB`,
  remedy: 'nothing is lost; its writer begins another at its next write',
  find: async patient => {
    const cache = await patient.records();
    return cache
      .all('SELECT path, size FROM segments WHERE size > ? ORDER BY path', mostBytes)
      .map(row => ({ where: textOf(row.path), message: `it holds ${row.size} bytes` }));
  },
};
