import { storyKind } from '../groups/group.ts';
import { GroupListPage } from '../groups/group-list-page.tsx';
import { useEpics } from '../groups/use-epics.ts';

export default function StoriesPage() {
  const epics = useEpics();
  return <GroupListPage kind={storyKind} epics={epics.data?.items ?? []} />;
}
