import type { Names } from '../../template/reference.ts';
import { linkNames } from '../links.ts';
import { groupNames, itemNames } from './names.ts';

/** Fields that hold templates of messages, or several by name, by type of channel: they are filled in for each message, not at the start. */
const fields: ReadonlyMap<unknown, ReadonlyMap<string, Names>> = new Map([
  ['alertmanager', new Map([['links', linkNames]])],
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
  ['tracker', new Map([['links', linkNames]])],
]);

/** The fields of a notification that hold templates of messages, with what these may read. */
export function messageTemplates(type: unknown): ReadonlyMap<string, Names> {
  return fields.get(type) ?? new Map();
}
