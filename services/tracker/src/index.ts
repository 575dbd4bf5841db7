export { type ErrorCode, errorTable, TrackerError } from './errors.ts';
export {
  closedStatuses,
  fieldsOf,
  longestBody,
  longestTitle,
  priorities,
  type Status,
  sizes,
  statuses,
} from './record/fields.ts';
export type { Comment, Epic, ForgeIssue, Story, Ticket, TrackerRecord } from './record/record.ts';
export { isRecordType, type RecordType, recordTypes } from './record/record-type.ts';
