import { Plus } from 'lucide-react';
import { Button } from '../../components/button.tsx';
import { Page } from '../../components/page.tsx';
import { NewTicketDialog } from './new-ticket-dialog.tsx';
import { TicketFilters } from './ticket-filters.tsx';
import { TicketResults } from './ticket-results.tsx';
import { useTicketQuery } from './use-ticket-query.ts';

export default function TicketsPage() {
  const { query, isNew, hrefOf, ask, setIsNew } = useTicketQuery();
  const newTicket = (
    <Button kind="primary" icon={Plus} aria-keyshortcuts="n" onClick={() => setIsNew(true)}>
      New ticket
    </Button>
  );
  return (
    <Page title="Tickets" actions={newTicket}>
      <TicketFilters query={query} ask={ask} />
      <TicketResults query={query} hrefOf={hrefOf} ask={ask} newTicket={newTicket} />
      {isNew && <NewTicketDialog story={query.story} onClose={() => setIsNew(false)} />}
    </Page>
  );
}
