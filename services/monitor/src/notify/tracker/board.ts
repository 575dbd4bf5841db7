import { Check } from 'typebox/value';
import { DeliveryError } from '../delivery-error.ts';
import type { Refusal } from './answer.ts';
import type { Bridge } from './bridge.ts';
import { Ticket, Tickets } from './ticket.ts';

/** A new ticket, its texts within the tracker's limits. */
interface NewTicket {
  /** Whoever creates under the same key again is given the same ticket. */
  readonly key: string;
  readonly title: string;
  readonly body: string;
  readonly labels: readonly string[];
  readonly priority: string;
  readonly assignee?: string;
  readonly story?: string;
}

/** What the channel does with tickets. Each rejects with `DeliveryError` where it may be asked again. */
export interface Board {
  /** The tickets that have the label, deleted ones too, the newest first: no more than a few. */
  labelled(label: string, signal: AbortSignal): Promise<readonly Ticket[]>;
  /** The tracker's words where it does not know the story. */
  create(ticket: NewTicket, signal: AbortSignal): Promise<Refusal | undefined>;
  /** Nothing comes of it where somebody has deleted the ticket meanwhile; so with `setStatus`. */
  comment(ticket: Ticket, body: string, signal: AbortSignal): Promise<void>;
  setStatus(ticket: Ticket, status: 'todo' | 'done', signal: AbortSignal): Promise<void>;
}

/** Of one alert only the last one counts; the others are somebody's who used the label. */
const mostTickets = 3;

const unknownStory = ['NOT_FOUND', 'DELETED', 'AMBIGUOUS_NUMBER'];

export function createBoard({ run }: Bridge): Board {
  const change = async (argv: readonly string[], signal: AbortSignal) => {
    const ran = await run(argv, signal);
    if (!ran.ok && ran.refusal.code !== 'DELETED') throw refused(ran.refusal);
  };

  return {
    async labelled(label, signal) {
      const flags = [`--label=${label}`, '--deleted', '--sort=-created', `--limit=${mostTickets}`];
      const ran = await run(['ticket', 'read', ...flags], signal);
      if (!ran.ok) throw refused(ran.refusal);
      if (!Check(Tickets, ran.json))
        throw new DeliveryError('the tracker lists no tickets as asked');
      return ran.json.items;
    },
    async create(ticket, signal) {
      const ran = await run(['ticket', 'create', ...flagsOf(ticket)], signal);
      if (ran.ok && Check(Ticket, ran.json)) return undefined;
      if (ran.ok) throw new DeliveryError('the tracker does not show the ticket it was to make');
      if (ticket.story !== undefined && unknownStory.includes(ran.refusal.code)) return ran.refusal;
      throw refused(ran.refusal);
    },
    comment: ({ id }, body, signal) =>
      change(['ticket', 'comment', `--id=${id}`, `--body=${body}`], signal),
    setStatus: ({ id }, status, signal) =>
      change(['ticket', 'update', `--id=${id}`, `--status=${status}`], signal),
  };
}

/** Each in one element with its flag, so that no value is taken for a flag. */
function flagsOf(ticket: NewTicket): readonly string[] {
  const { key, title, body, labels, priority, assignee, story } = ticket;
  return [
    `--key=${key}`,
    `--title=${title}`,
    `--body=${body}`,
    '--status=todo',
    `--priority=${priority}`,
    ...labels.map(label => `--label=${label}`),
    ...(assignee === undefined ? [] : [`--assignee=${assignee}`]),
    ...(story === undefined ? [] : [`--story=${story}`]),
  ];
}

function refused({ code, message }: Refusal): DeliveryError {
  const remedy = code === 'NOT_INITIALISED' ? ': run `tracker init` in its repository' : '';
  return new DeliveryError(`the tracker refused it (${code}): ${message}${remedy}`);
}
