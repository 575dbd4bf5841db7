import * as Type from 'typebox';
import { Check } from 'typebox/value';
import type { Decode } from '../../api/records.ts';
import { statusNames } from '../../components/badge.tsx';

const change = Type.Object({
  field: Type.String(),
  before: Type.Unknown(),
  after: Type.Unknown(),
});
const entry = Type.Object({
  event: Type.String(),
  at: Type.String(),
  by: Type.String(),
  op: Type.String(),
  changes: Type.Array(change),
});
const log = Type.Object({
  items: Type.Array(entry),
  nextCursor: Type.Optional(Type.String()),
});

type FieldChange = Type.Static<typeof change>;
export type HistoryEntry = Type.Static<typeof entry>;
export type HistoryLog = Type.Static<typeof log>;

export const toHistory: Decode<HistoryLog> = json => (Check(log, json) ? json : undefined);

/** What an event did, in words; later versions of the command may know others. */
export function sayDeed({ op }: HistoryEntry): string {
  return Object.hasOwn(deeds, op) ? (deeds[op] ?? op) : op;
}

const deeds: Readonly<Record<string, string>> = {
  create: 'made the ticket',
  edit: 'changed it',
  delete: 'deleted it',
  restore: 'restored it',
  renumber: 'gave it another number',
  comment: 'commented',
  'edit-comment': 'changed a comment',
  'delete-comment': 'deleted a comment',
  'link-forge': 'linked an issue of the forge',
};

/** What became of a field; of what is long or only an id, that it changed. */
export function sayChange({ field, before, after }: FieldChange): string {
  const name = fieldNames.get(field) ?? field;
  if (wordless.has(field)) return `${name} changed`;
  const [was, is] = [sayValue(field, before), sayValue(field, after)];
  if (was === '') return `${name}: ${is}`;
  return `${name}: ${was} → ${is === '' ? 'nothing' : is}`;
}

/** Told by the deed, or known. */
export const isTold = ({ field }: FieldChange): boolean =>
  !['comment', 'deletedAt', 'number'].includes(field);

const wordless: ReadonlySet<string> = new Set(['body', 'dependsOn', 'storyId', 'forgeIssue']);

const fieldNames: ReadonlyMap<string, string> = new Map([
  ['title', 'Title'],
  ['body', 'Description'],
  ['status', 'Status'],
  ['storyId', 'Story'],
  ['assignee', 'Assignee'],
  ['labels', 'Labels'],
  ['priority', 'Priority'],
  ['size', 'Size'],
  ['estimate', 'Estimate'],
  ['startWorkAt', 'Start'],
  ['targetFinishAt', 'Target finish'],
  ['dependsOn', 'What it waits for'],
  ['linkedBranches', 'Branches'],
  ['linkedPullRequests', 'Pull requests'],
  ['forgeIssue', 'Issue'],
]);

const longest = 120;

function sayValue(field: string, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (field === 'status')
    return Object.entries(statusNames).find(([name]) => name === value)?.[1] ?? String(value);
  if (field.endsWith('At') && typeof value === 'string') return value.slice(0, 10);
  const text = Array.isArray(value) ? value.map(String).join(', ') : String(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
