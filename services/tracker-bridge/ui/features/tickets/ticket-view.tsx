import type { Ticket } from '@picket/tracker';
import { Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { toTicket } from '../../api/records.ts';
import { paths } from '../../app/paths.ts';
import { Button } from '../../components/button.tsx';
import { DeletedBanner } from '../../components/deleted-banner.tsx';
import { Markdown } from '../../components/markdown.tsx';
import { Page } from '../../components/page.tsx';
import { SectionBoundary } from '../../components/section-boundary.tsx';
import { DeleteTicketDialog } from './delete-ticket-dialog.tsx';
import { EditTicketDialog } from './edit-ticket-dialog.tsx';
import { StatusControl } from './status-control.tsx';
import { TicketComments } from './ticket-comments.tsx';
import { TicketDependencies } from './ticket-dependencies.tsx';
import { TicketDetails } from './ticket-details.tsx';
import { TicketHistory } from './ticket-history.tsx';
import styles from './ticket-view.module.css';

interface TicketViewProps {
  readonly ticket: Ticket;
  /** To be called with what a change has made of it. */
  readonly show: (ticket: Ticket) => void;
}

export function TicketView({ ticket, show }: TicketViewProps) {
  const [open, setOpen] = useState<'edit' | 'delete'>();
  const close = () => setOpen(undefined);
  const showRestored = (json: unknown) => {
    const restored = toTicket(json);
    if (restored !== undefined) show(restored);
  };
  const isDeleted = ticket.deletedAt !== null;
  const actions = !isDeleted && (
    <>
      <StatusControl ticket={ticket} show={show} />
      <Button icon={Pencil} onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button icon={Trash2} onClick={() => setOpen('delete')}>
        Delete
      </Button>
    </>
  );
  return (
    <>
      <Page
        title={ticket.title}
        within={{ list: 'Tickets', href: paths.tickets, number: ticket.number }}
        actions={actions}
      >
        <div className={styles.view}>
          <DeletedBanner record={ticket} onRestored={showRestored} />
          <div className={styles.columns}>
            <div className={styles.main}>
              <section aria-label="Description" className={styles.card}>
                {ticket.body.trim() === '' ? (
                  <p className={styles.none}>Nothing is written about it yet.</p>
                ) : (
                  <Markdown text={ticket.body} />
                )}
              </section>
              <SectionBoundary>
                <TicketComments ticket={ticket} show={show} />
              </SectionBoundary>
              <SectionBoundary>
                <TicketHistory number={ticket.number} />
              </SectionBoundary>
            </div>
            <aside aria-label="Details" className={styles.aside}>
              <SectionBoundary>
                <TicketDetails ticket={ticket} />
              </SectionBoundary>
              <SectionBoundary>
                <TicketDependencies ticket={ticket} />
              </SectionBoundary>
            </aside>
          </div>
        </div>
      </Page>
      {open === 'edit' && <EditTicketDialog ticket={ticket} onSaved={show} onClose={close} />}
      {open === 'delete' && <DeleteTicketDialog ticket={ticket} onDeleted={show} onClose={close} />}
    </>
  );
}
