import type { Stats, Waiting } from '@picket/tracker';
import { Section } from '../../components/section.tsx';
import { TicketLines } from './ticket-lines.tsx';

const most = 5;

/** What nobody goes on with, and what has been open for longest. */
export function WaitingSections({ stats }: { readonly stats: Stats }) {
  const { stuck, stuckDays, oldestOpen } = stats;
  return (
    <>
      <Section title="Stuck" aside={stuck.length > most && <span>{stuck.length} tickets</span>}>
        <TicketLines
          tickets={stuck.slice(0, most)}
          empty={`Nothing is stuck: all that is in progress was touched within ${stuckDays} days.`}
          note={ticket => `Untouched for ${dayCount(ticket)}`}
        />
      </Section>
      <Section title="Open for longest">
        <TicketLines
          tickets={oldestOpen.slice(0, most)}
          empty="Nothing is open."
          note={ticket => (ticket.days === 0 ? 'Since today' : `For ${dayCount(ticket)}`)}
        />
      </Section>
    </>
  );
}

function dayCount({ days }: Waiting): string {
  return days === 1 ? '1 day' : `${days} days`;
}
