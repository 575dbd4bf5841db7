import { faultOf, fieldsOf, type Status } from '@picket/tracker';
import type { Group } from './group.ts';

/** An epic or a story as a form holds it. */
export interface GroupDraft {
  readonly title: string;
  readonly body: string;
  readonly status: Status;
  /** Of stories; empty until one is chosen. */
  readonly epicId: string;
}

export type GroupFaults = Readonly<Partial<Record<keyof GroupDraft, string>>>;

export const emptyDraft = (epicId: string): GroupDraft => ({
  title: '',
  body: '',
  status: 'backlog',
  epicId,
});

export function draftOf(group: Group): GroupDraft {
  const { title, body, status } = group;
  return { title, body, status, epicId: group.type === 'story' ? group.epicId : '' };
}

/** What the tracker would say is wrong, of every field. */
export function faultsOf(type: Group['type'], draft: GroupDraft): GroupFaults {
  const { title, body } = fieldsOf[type];
  return {
    ...fault('title', faultOf(title.shape, draft.title.trim())),
    ...fault('body', faultOf(body.shape, draft.body)),
    ...(type === 'story' && draft.epicId === '' && { epicId: 'Choose the epic it belongs to.' }),
  };
}

function fault(field: keyof GroupDraft, text: string | undefined): GroupFaults {
  return text === undefined ? {} : { [field]: `It ${text}.` };
}

/** Whoever sends the same key again is given the same record: an answer that was lost makes no second one. */
export function createArguments(
  type: Group['type'],
  draft: GroupDraft,
  key: string,
): readonly string[] {
  return [type, 'create', `--key=${key}`, ...changedFlags(emptyDraft(''), draft)];
}

/** Only what was changed is sent, so that what others do meanwhile stays; undefined where nothing was. */
export function updateArguments(group: Group, draft: GroupDraft): readonly string[] | undefined {
  const flags = changedFlags(draftOf(group), draft);
  return flags.length === 0 ? undefined : [group.type, 'update', `--id=${group.id}`, ...flags];
}

function changedFlags(before: GroupDraft, after: GroupDraft): readonly string[] {
  const title = after.title.trim();
  return [
    ...(title === before.title ? [] : [`--title=${title}`]),
    ...(after.body === before.body ? [] : [`--body=${after.body}`]),
    ...(after.status === before.status ? [] : [`--status=${after.status}`]),
    ...(after.epicId === before.epicId ? [] : [`--epic=${after.epicId}`]),
  ];
}

export const isSameDraft = (one: GroupDraft, other: GroupDraft): boolean =>
  changedFlags(one, other).length === 0;
