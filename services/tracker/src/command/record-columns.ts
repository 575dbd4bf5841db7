import type { Cache } from '../cache/cache.ts';
import { recordById } from '../cache/find-record.ts';
import type { TrackerRecord } from '../record/record.ts';
import type { RecordType } from '../record/record-type.ts';
import type { Paint } from './paint.ts';
import type { Column } from './table.ts';

/** How a status is told from afar. */
export function paintOfStatus({ status, deletedAt }: TrackerRecord): Paint | undefined {
  if (deletedAt !== null) return 'dim';
  switch (status) {
    case 'in_progress':
      return 'yellow';
    case 'done':
      return 'green';
    case 'cancelled':
      return 'dim';
    default:
      return undefined;
  }
}

export const numberColumn: Column<TrackerRecord> = {
  heading: '#',
  text: ({ number }) => String(number),
  right: true,
  most: 9,
};
export const statusColumn: Column<TrackerRecord> = {
  heading: 'STATUS',
  text: ({ status, deletedAt }) => (deletedAt === null ? status : 'deleted'),
  paint: paintOfStatus,
  most: 11,
};
export const titleColumn: Column<TrackerRecord> = { heading: 'TITLE', text: ({ title }) => title };

/** The columns of a list of records. */
export function columnsFor(cache: Cache, type: RecordType): readonly Column<TrackerRecord>[] {
  switch (type) {
    case 'epic':
      return [numberColumn, statusColumn, titleColumn];
    case 'story':
      return [numberColumn, statusColumn, parentColumn(cache), titleColumn];
    case 'ticket':
      return [numberColumn, statusColumn, priorityColumn, assigneeColumn, titleColumn];
  }
}

const priorityColumn: Column<TrackerRecord> = {
  heading: 'PRIORITY',
  text: record => (record.type === 'ticket' ? record.priority : ''),
  paint: record => (record.type === 'ticket' && record.priority === 'urgent' ? 'red' : undefined),
  most: 8,
};

/** The name is enough to tell people apart; the address is in the record. */
const assigneeColumn: Column<TrackerRecord> = {
  heading: 'ASSIGNEE',
  text: record =>
    record.type === 'ticket' ? (record.assignee ?? '').replace(/(?<=\S)\s*<[^>]*>$/, '') : '',
  most: 16,
};

function parentColumn(cache: Cache): Column<TrackerRecord> {
  const numbers = new Map<string, string>();
  const numberOf = (id: string): string => {
    const known = numbers.get(id) ?? String(recordById(cache, id)?.number ?? '?');
    numbers.set(id, known);
    return known;
  };
  return {
    heading: 'EPIC',
    text: record => (record.type === 'story' ? numberOf(record.epicId) : ''),
    right: true,
    most: 9,
  };
}
