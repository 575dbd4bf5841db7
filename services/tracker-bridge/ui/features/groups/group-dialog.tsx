import { useState } from 'react';
import { useChange } from '../../api/use-change.ts';
import { FormDialog } from '../../components/form-dialog.tsx';
import { useNotice } from '../../components/notices.tsx';
import { useCreateKey } from '../../components/use-create-key.ts';
import type { Group, GroupKind } from './group.ts';
import {
  createArguments,
  draftOf,
  emptyDraft,
  type GroupDraft,
  isSameDraft,
  updateArguments,
} from './group-draft.ts';
import { GroupForm } from './group-form.tsx';

interface NewGroupDialogProps {
  readonly kind: GroupKind;
  /** The id of the epic that a new story is given; empty for none. */
  readonly epicId: string;
  readonly onCreated: (group: Group) => void;
  readonly onClose: () => void;
}

export function NewGroupDialog({ kind, epicId, onClose, onCreated }: NewGroupDialogProps) {
  const { run, error, isRunning } = useChange();
  const tell = useNotice();
  const keyOf = useCreateKey();
  const create = async (draft: GroupDraft) => {
    const created = kind.toOne(await run(createArguments(kind.type, draft, keyOf(draft))));
    if (created === undefined) return;
    tell(`Created ${kind.type} #${created.number}`);
    onCreated(created);
  };
  return (
    <DraftDialog
      title={`New ${kind.type}`}
      type={kind.type}
      initial={emptyDraft(epicId)}
      action={`Create ${kind.type}`}
      isBusy={isRunning}
      error={error}
      onSave={draft => void create(draft)}
      onClose={onClose}
    />
  );
}

interface EditGroupDialogProps {
  readonly kind: GroupKind;
  readonly group: Group;
  readonly onClose: () => void;
}

export function EditGroupDialog({ kind, group, onClose }: EditGroupDialogProps) {
  const { run, error, isRunning } = useChange();
  const tell = useNotice();
  // What others do meanwhile is no change of whoever has the form open.
  const [before] = useState(group);
  const save = async (draft: GroupDraft) => {
    const argv = updateArguments(before, draft);
    if (argv !== undefined) {
      if ((await run(argv)) === null) return;
      tell(`Saved ${kind.type} #${group.number}`);
    }
    onClose();
  };
  return (
    <DraftDialog
      title={`Edit ${kind.type} #${group.number}`}
      type={kind.type}
      initial={draftOf(before)}
      action="Save"
      isBusy={isRunning}
      error={error}
      onSave={draft => void save(draft)}
      onClose={onClose}
    />
  );
}

interface DraftDialogProps {
  readonly title: string;
  readonly type: Group['type'];
  readonly initial: GroupDraft;
  readonly action: string;
  readonly isBusy: boolean;
  readonly error: Error | null;
  readonly onSave: (draft: GroupDraft) => void;
  readonly onClose: () => void;
}

function DraftDialog(props: DraftDialogProps) {
  const { title, initial, onSave, onClose, ...form } = props;
  const [draft, setDraft] = useState(initial);
  return (
    <FormDialog title={title} isChanged={!isSameDraft(initial, draft)} onClose={onClose}>
      {leave => (
        <GroupForm
          {...form}
          draft={draft}
          onChange={setDraft}
          onSubmit={() => onSave(draft)}
          onCancel={leave}
        />
      )}
    </FormDialog>
  );
}
