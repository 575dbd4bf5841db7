import type { Names } from '../../template/reference.ts';
import { groupNames, itemNames } from './names.ts';

/** Fields that hold templates of messages, by type of channel: they are filled in for each message, not at the start. */
const fields: ReadonlyMap<unknown, ReadonlyMap<string, Names>> = new Map([
  [
    'slack',
    new Map([
      ['title', itemNames],
      ['text', itemNames],
      ['groupTitle', groupNames],
    ]),
  ],
  [
    'smtp',
    new Map([
      ['subject', itemNames],
      ['text', itemNames],
      ['groupSubject', groupNames],
    ]),
  ],
]);

/** The fields of a notification that hold templates of messages, with what these may read. */
export function messageTemplates(type: unknown): ReadonlyMap<string, Names> {
  return fields.get(type) ?? new Map();
}
