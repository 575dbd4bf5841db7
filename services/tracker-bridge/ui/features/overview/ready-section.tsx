import { Link } from 'wouter';
import { toTickets } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';
import { paths } from '../../app/paths.ts';
import { PriorityBadge } from '../../components/badge.tsx';
import { ErrorPanel } from '../../components/error-panel.tsx';
import { Section } from '../../components/section.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { TicketLines } from './ticket-lines.tsx';

const most = 5;

/** What whoever looks for work should take. */
export function ReadySection() {
  return (
    <Section title="Ready to be taken" aside={<Link href={paths.board}>To the board</Link>}>
      <Ready />
    </Section>
  );
}

function Ready() {
  const { data, error, reload } = useRead(
    ['ticket', 'ready', '--unclaimed', `--limit=${most}`],
    toTickets,
  );
  if (error) return <ErrorPanel error={error} onRetry={reload} />;
  if (data === undefined) return <Skeleton lines={4} />;
  return (
    <TicketLines
      tickets={data.items}
      empty="Nothing is ready: what is open is in progress or waits for it."
      note={({ priority }) => <PriorityBadge priority={priority} />}
    />
  );
}
