/** What the tracker keeps: an epic holds stories, a story holds tickets. */
export const recordTypes = ['epic', 'story', 'ticket'] as const;

export type RecordType = (typeof recordTypes)[number];

export function isRecordType(value: unknown): value is RecordType {
  return recordTypes.some(type => type === value);
}
