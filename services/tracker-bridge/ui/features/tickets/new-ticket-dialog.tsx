import { useLocation } from 'wouter';
import { toStory, toTicket } from '../../api/records.ts';
import { useChange } from '../../api/use-change.ts';
import { useRead } from '../../api/use-read.ts';
import { paths } from '../../app/paths.ts';
import { useNotice } from '../../components/notices.tsx';
import { useCreateKey } from '../../components/use-create-key.ts';
import { createArguments } from './ticket-arguments.ts';
import { TicketDialog } from './ticket-dialog.tsx';
import { emptyDraft, type TicketDraft } from './ticket-draft.ts';

interface NewTicketDialogProps {
  /** Number or id of the story that it is to belong to. */
  readonly story: string | undefined;
  readonly onClose: () => void;
}

export function NewTicketDialog({ story, onClose }: NewTicketDialogProps) {
  if (!story) return <NewTicketForm storyId={null} onClose={onClose} />;
  return <NewTicketOfStory story={story} onClose={onClose} />;
}

/** The address may name a story that is none: the form opens without it then. */
function NewTicketOfStory({
  story,
  onClose,
}: {
  readonly story: string;
  readonly onClose: () => void;
}) {
  const { data, isLoading } = useRead(['story', 'read', `--id=${story}`], toStory);
  if (isLoading) return null;
  return <NewTicketForm storyId={data?.id ?? null} onClose={onClose} />;
}

interface NewTicketFormProps {
  readonly storyId: string | null;
  readonly onClose: () => void;
}

function NewTicketForm({ storyId, onClose }: NewTicketFormProps) {
  const { run, error, isRunning } = useChange();
  const [, navigate] = useLocation();
  const notify = useNotice();
  const keyOf = useCreateKey();
  const save = async (draft: TicketDraft) => {
    const created = toTicket(await run(createArguments(draft, keyOf(draft))));
    if (created === undefined) return;
    notify(`Made ticket #${created.number}.`);
    navigate(paths.ticket(created.number));
  };
  return (
    <TicketDialog
      title="New ticket"
      action="Create ticket"
      initial={emptyDraft(storyId)}
      onSave={draft => void save(draft)}
      onClose={onClose}
      isBusy={isRunning}
      error={error}
    />
  );
}
