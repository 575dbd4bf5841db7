/**
 * What other packages may know of the tracker: its records, their fields and their errors. Nothing here needs Node, so
 * that a browser can import it; records are read and written by running the `tracker` command.
 */
export {
  type ErrorCode,
  type ErrorDetails,
  errorTable,
  TrackerError,
} from './errors.ts';
export { faultOf } from './record/check-value.ts';
export type { Field, FieldShape, FieldTable, FieldValue, SetMember } from './record/field.ts';
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
export type {
  Comment,
  Epic,
  ForgeIssue,
  RecordBase,
  Story,
  Ticket,
  TrackerRecord,
} from './record/record.ts';
export { isId } from './record/record-id.ts';
export { isRecordType, type RecordType, recordTypes } from './record/record-type.ts';
export type { JsonSchema } from './schema/json-schema.ts';
export { commentSchema, inputSchemas, recordSchemas } from './schema/record-schema.ts';
export type { BurnUpDay } from './stats/burn-up.ts';
export type { Percentiles } from './stats/durations.ts';
export type { Assignee, Waiting } from './stats/open-work.ts';
export type { Stats } from './stats/stats.ts';
export type { Week } from './stats/throughput.ts';
