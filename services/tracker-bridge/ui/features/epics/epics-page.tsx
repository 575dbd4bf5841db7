import { epicKind } from '../groups/group.ts';
import { GroupListPage } from '../groups/group-list-page.tsx';

export default function EpicsPage() {
  return <GroupListPage kind={epicKind} />;
}
