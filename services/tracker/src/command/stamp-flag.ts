import type { stampColumns } from '../cache/tables.ts';

/** What every record has, as the command line knows it. */
export interface StampFlag {
  readonly column: (typeof stampColumns)[number];
  /** Without its dashes; of a moment without `-after` and `-before`. */
  readonly flag: string;
  readonly kind: 'moment' | 'actor';
  readonly about: string;
}

export const stampFlags: readonly StampFlag[] = [
  { column: 'createdAt', flag: 'created', kind: 'moment', about: 'when it was created' },
  { column: 'createdBy', flag: 'created-by', kind: 'actor', about: 'who created it' },
  { column: 'updatedAt', flag: 'updated', kind: 'moment', about: 'when it last changed' },
  { column: 'updatedBy', flag: 'updated-by', kind: 'actor', about: 'who last changed it' },
  {
    column: 'statusChangedAt',
    flag: 'status-changed',
    kind: 'moment',
    about: 'when its status last changed',
  },
  {
    column: 'statusChangedBy',
    flag: 'status-changed-by',
    kind: 'actor',
    about: 'who last changed its status',
  },
  { column: 'deletedAt', flag: 'deleted', kind: 'moment', about: 'when it was deleted' },
];
