import { type Cache, textOf } from '../cache/cache.ts';
import { parseRecord } from '../cache/parse-record.ts';
import type { TrackerRecord } from '../record/record.ts';

/** The records that belong to this one and are not deleted: an epic's stories, a story's tickets. By number. */
export function childrenOf(cache: Cache, { type, id }: TrackerRecord): readonly TrackerRecord[] {
  if (type === 'ticket') return [];
  const parent = type === 'epic' ? 'epicId' : 'storyId';
  const rows = cache.all(
    `SELECT doc FROM records WHERE type = ? AND "${parent}" = ? AND deletedAt IS NULL ORDER BY number, id`,
    type === 'epic' ? 'story' : 'ticket',
    id,
  );
  return rows.map(({ doc }) => parseRecord(textOf(doc)));
}

/** Those that belong to it, and those that belong to them. */
export function descendantsOf(cache: Cache, record: TrackerRecord): readonly TrackerRecord[] {
  return childrenOf(cache, record).flatMap(child => [child, ...descendantsOf(cache, child)]);
}
