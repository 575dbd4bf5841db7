import type { Op, Origin } from '../event/event.ts';
import type { RecordType } from '../record/record-type.ts';
import type { FieldChange, RecordedChange } from './changes.ts';

/** One event as programs are told of it. */
export interface HistoryItem {
  /** The id of the event. */
  readonly event: string;
  /** ISO 8601 in UTC, by the clock of whoever wrote it. */
  readonly at: string;
  readonly by: string;
  readonly op: Op;
  readonly type: RecordType;
  /** The id of the record. */
  readonly record: string;
  /** As they were after the event; null where no record can be made. */
  readonly number: number | null;
  readonly title: string | null;
  readonly changes: readonly FieldChange[];
  /** Who did it elsewhere, and when, for what was imported. */
  readonly origin?: Origin;
}

export function historyItem({ event, record, changes }: RecordedChange): HistoryItem {
  return {
    event: event.id,
    at: event.at,
    by: event.by,
    op: event.op,
    type: event.type,
    record: event.record,
    number: record?.number ?? null,
    title: record?.title ?? null,
    changes,
    ...('origin' in event && event.origin && { origin: event.origin }),
  };
}
