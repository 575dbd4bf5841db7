import { Plus } from 'lucide-react';
import { Link, useParams } from 'wouter';
import { toEpic } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';
import { paths } from '../../app/paths.ts';
import { LinkButton } from '../../components/link-button.tsx';
import { type Group, storyKind } from '../groups/group.ts';
import { GroupPage } from '../groups/group-page.tsx';
import { HeldTickets } from '../groups/held-tickets.tsx';
import { useHeldTickets } from '../groups/use-held-tickets.ts';

export default function StoryPage() {
  const { number = '' } = useParams();
  return (
    <GroupPage
      key={number}
      kind={storyKind}
      called={number}
      facts={story => story.type === 'story' && <EpicLink id={story.epicId} />}
    >
      {story => <Work story={story} />}
    </GroupPage>
  );
}

function EpicLink({ id }: { readonly id: string }) {
  const { data } = useRead(['epic', 'read', `--id=${id}`], toEpic);
  return (
    data && (
      <span>
        Part of <Link href={paths.epic(data.number)}>{data.title}</Link>
      </span>
    )
  );
}

function Work({ story }: { readonly story: Group }) {
  const held = useHeldTickets(story);
  return (
    <HeldTickets
      group={story}
      held={held}
      empty="None yet: what is to be done first?"
      aside={
        story.deletedAt === null && (
          <LinkButton href={`${paths.tickets}?new=1&story=${story.number}`} icon={Plus}>
            New ticket
          </LinkButton>
        )
      }
    />
  );
}
