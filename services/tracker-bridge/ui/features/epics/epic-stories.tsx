import type { Ticket } from '@picket/tracker';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'wouter';
import { type List, toStories } from '../../api/records.ts';
import { type Read, useRead } from '../../api/use-read.ts';
import { paths } from '../../app/paths.ts';
import { Button } from '../../components/button.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Section } from '../../components/section.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { TableOf } from '../groups/counted-table.tsx';
import { type Group, storyKind } from '../groups/group.ts';
import { NewGroupDialog } from '../groups/group-dialog.tsx';
import styles from '../groups/group-page.module.css';

interface EpicStoriesProps {
  readonly epic: Group;
  readonly held: Read<List<Ticket>>;
}

/** The stories of an epic, and a way to add one. */
export function EpicStories({ epic, held }: EpicStoriesProps) {
  const [isNew, setIsNew] = useState(false);
  const close = () => setIsNew(false);
  return (
    <Section
      title="Stories"
      aside={
        epic.deletedAt === null && (
          <Button icon={Plus} onClick={() => setIsNew(true)}>
            New story
          </Button>
        )
      }
    >
      <Stories epic={epic} held={held} />
      {isNew && epic.type === 'epic' && (
        <NewGroupDialog kind={storyKind} epicId={epic.id} onClose={close} onCreated={close} />
      )}
    </Section>
  );
}

const mostShown = 100;

function Stories({ epic, held }: EpicStoriesProps) {
  const { data, error, reload } = useRead(
    ['story', 'read', `--epic=${epic.id}`, `--limit=${mostShown}`],
    toStories,
  );
  if (error) return <ErrorPanel error={error} onRetry={reload} />;
  if (data === undefined) return <Skeleton lines={3} />;
  if (data.items.length === 0) {
    return <p className={styles.none}>None yet: what is the first part of it that is of use?</p>;
  }
  return (
    <>
      <TableOf kind={storyKind} groups={data.items} held={held} />
      {data.items.length < data.total && (
        <p className={styles.all}>
          <Link href={`${paths.stories}?epic=${epic.number}`}>All {data.total} stories</Link>
        </p>
      )}
    </>
  );
}
