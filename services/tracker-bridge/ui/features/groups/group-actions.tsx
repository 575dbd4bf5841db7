import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../components/button.tsx';
import { DeleteDialog } from './delete-dialog.tsx';
import type { Group, GroupKind } from './group.ts';
import { EditGroupDialog } from './group-dialog.tsx';

interface GroupActionsProps {
  readonly kind: GroupKind;
  readonly group: Group;
}

/** What is done to an epic or a story that is not deleted, beside its title. */
export function GroupActions({ kind, group }: GroupActionsProps) {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Button icon={Pencil} onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button icon={Trash2} onClick={() => setOpen('delete')}>
        Delete
      </Button>
      {open === 'edit' && <EditGroupDialog kind={kind} group={group} onClose={close} />}
      {open === 'delete' && <DeleteDialog kind={kind} group={group} onClose={close} />}
    </>
  );
}
