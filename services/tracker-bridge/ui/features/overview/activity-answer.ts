import * as Type from 'typebox';
import { Check } from 'typebox/value';
import type { Decode } from '../../api/records.ts';

const event = Type.Object({
  event: Type.String(),
  at: Type.String(),
  by: Type.String(),
  op: Type.Enum([
    'create',
    'edit',
    'delete',
    'restore',
    'renumber',
    'comment',
    'edit-comment',
    'delete-comment',
    'link-forge',
  ]),
  type: Type.Enum(['epic', 'story', 'ticket']),
  number: Type.Union([Type.Integer(), Type.Null()]),
  title: Type.Union([Type.String(), Type.Null()]),
  changes: Type.Array(Type.Object({ field: Type.String(), after: Type.Unknown() })),
  /** Who did it elsewhere, and when, where `by` has only imported it. */
  origin: Type.Optional(Type.Object({ at: Type.String(), by: Type.String() })),
});
const log = Type.Object({ items: Type.Array(event) });

/** Something that was done to a record, as far as it is told here. */
export type Activity = Type.Static<typeof event>;

/** What `tracker log` prints, newest first; undefined where it is something else. */
export const toActivities: Decode<readonly Activity[]> = json =>
  Check(log, json) ? json.items : undefined;
