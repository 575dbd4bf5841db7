import { textOf } from '../../cache/cache.ts';
import type { Check } from '../check.ts';

export const forgeLinks: Check = {
  name: 'forge-links',
  severity: 'warning',
  concerns: 'data',
  about: 'no two tickets are kept in step with one issue',
  remedy: 'delete the ticket that is not wanted; the issue stays with the other one',
  find: async patient => {
    const cache = await patient.records();
    const rows = cache.all(
      `SELECT json_extract(doc, '$.forgeIssue.repo') || '#' || json_extract(doc, '$.forgeIssue.number') AS issue,
         group_concat(number, ', ') AS numbers
       FROM records WHERE type = 'ticket' AND deletedAt IS NULL
         AND json_extract(doc, '$.forgeIssue.repo') IS NOT NULL
       GROUP BY issue HAVING count(*) > 1 ORDER BY issue`,
    );
    return rows.map(row => ({
      where: textOf(row.issue),
      message: `the tickets ${textOf(row.numbers)} are linked to it`,
    }));
  },
};
