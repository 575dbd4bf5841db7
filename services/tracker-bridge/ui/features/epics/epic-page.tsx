import { useParams } from 'wouter';
import { epicKind, type Group } from '../groups/group.ts';
import { GroupPage } from '../groups/group-page.tsx';
import { HeldTickets } from '../groups/held-tickets.tsx';
import { useHeldTickets } from '../groups/use-held-tickets.ts';
import { EpicStories } from './epic-stories.tsx';

export default function EpicPage() {
  const { number = '' } = useParams();
  return (
    <GroupPage key={number} kind={epicKind} called={number}>
      {epic => <Work epic={epic} />}
    </GroupPage>
  );
}

/** One run of the command tells both the tickets and how far each story is. */
function Work({ epic }: { readonly epic: Group }) {
  const held = useHeldTickets(epic);
  return (
    <>
      <EpicStories epic={epic} held={held} />
      <HeldTickets
        group={epic}
        held={held}
        empty="None yet: tickets belong to it through its stories."
      />
    </>
  );
}
