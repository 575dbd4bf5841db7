import type { Ticket } from '@picket/tracker';
import { useState } from 'react';
import { toTicket } from '../../api/records.ts';
import { useRead } from '../../api/use-read.ts';

interface ShownTicket {
  readonly ticket: Ticket | undefined;
  readonly error: Error | undefined;
  readonly reload: () => void;
  /** Shows what a change has printed, until the ticket is read again. */
  readonly show: (ticket: Ticket) => void;
}

export function useTicket(reference: string): ShownTicket {
  const { data, error, reload } = useRead(['ticket', 'read', `--id=${reference}`], toTicket);
  const [written, show] = useState<Ticket>();
  return { ticket: newer(data, written), error, reload, show };
}

/** What was read counts where both are of the same moment. */
function newer(read: Ticket | undefined, written: Ticket | undefined): Ticket | undefined {
  if (read === undefined || written === undefined) return read ?? written;
  return written.updatedAt > read.updatedAt ? written : read;
}
