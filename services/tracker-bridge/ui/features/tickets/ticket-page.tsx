import { Link, useParams } from 'wouter';
import { CommandError } from '../../api/command-error.ts';
import { paths } from '../../app/paths.ts';
import { EmptyState } from '../../components/empty-state.tsx';
import { Page } from '../../components/page.tsx';
import { ReadError } from '../../components/read-error.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { TicketView } from './ticket-view.tsx';
import { useTicket } from './use-ticket.ts';

export default function TicketPage() {
  const { number = '' } = useParams<{ number: string }>();
  return <OneTicket key={number} reference={number} />;
}

function OneTicket({ reference }: { readonly reference: string }) {
  const { ticket, error, reload, show } = useTicket(reference);
  if (error !== undefined && isNotFound(error)) {
    return (
      <Page title="Ticket">
        <EmptyState
          title="There is no such ticket"
          action={<Link href={paths.tickets}>All tickets</Link>}
        >
          The number may be mistyped, or of a clone that has not been synced yet.
        </EmptyState>
      </Page>
    );
  }
  if (ticket !== undefined) return <TicketView ticket={ticket} show={show} />;
  return (
    <Page title="Ticket">
      {error === undefined ? <Skeleton lines={8} /> : <ReadError error={error} onRetry={reload} />}
    </Page>
  );
}

/** INVALID: what the address has is neither a number nor an id. */
function isNotFound(error: Error): boolean {
  return error instanceof CommandError && (error.code === 'NOT_FOUND' || error.code === 'INVALID');
}
