import { CommandError } from '../../api/command-error.ts';
import { useChange } from '../../api/use-change.ts';
import { ConfirmDialog } from '../../components/dialog.tsx';
import { useNotice } from '../../components/notices.tsx';
import styles from './delete-dialog.module.css';
import type { Group, GroupKind } from './group.ts';

interface DeleteDialogProps {
  readonly kind: GroupKind;
  readonly group: Group;
  readonly onClose: () => void;
}

/** Asks, and asks again where other records belong to it, which are deleted with it or keep it from being deleted. */
export function DeleteDialog({ kind, group, onClose }: DeleteDialogProps) {
  const { run, error, isRunning } = useChange();
  const tell = useNotice();
  const children =
    error instanceof CommandError && error.code === 'HAS_CHILDREN' ? error.problems : undefined;
  const remove = async () => {
    const cascade = children === undefined ? [] : ['--cascade'];
    const done = await run([kind.type, 'delete', `--id=${group.id}`, ...cascade]);
    if (done === null) return;
    tell(`Deleted ${kind.type} #${group.number}`);
    onClose();
  };
  return (
    <ConfirmDialog
      title={`Delete ${kind.type} #${group.number}?`}
      action={children === undefined ? 'Delete' : 'Delete all of it'}
      isBusy={isRunning}
      error={children === undefined ? error : null}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {children === undefined ? (
        <p>
          <b>{group.title}</b> leaves the lists. It is not gone: it can be restored from its page.
        </p>
      ) : (
        <Refused kind={kind} held={children} />
      )}
    </ConfirmDialog>
  );
}

interface RefusedProps {
  readonly kind: GroupKind;
  readonly held: readonly string[];
}

function Refused({ kind, held }: RefusedProps) {
  return (
    <div role="alert">
      <p>
        It was not deleted, for it holds other work. Move that elsewhere first, or delete all of it
        together with the {kind.type}:
      </p>
      <ul className={styles.children}>
        {held.map(child => (
          <li key={child}>{withoutId(child)}</li>
        ))}
      </ul>
    </div>
  );
}

/** `story 1 (01M7ZG…): Title` is told without its id, which is of use to programs. */
function withoutId(problem: string): string {
  return problem.replace(/^(\w+) (\d+) \([0-9A-Z]{26}\): /, '$1 #$2 ');
}
