import type { Transition } from '../../alert/transition.ts';
import type { Following } from '../channel.ts';
import { type Desk, hasTold, tellsOf, ticketOf } from './desk.ts';
import { keyOf } from './identity.ts';
import { markOf } from './mark.ts';
import { isClosed, marksIn, type Ticket } from './ticket.ts';
import { wordLasting, wordLeft } from './word-comment.ts';

/** Milliseconds between two looks, most of which find that no comment is due yet. */
const every = 60_000;
/** Tickets looked at at a time. */
const concurrency = 4;
/** An incident of days needs no comment an hour: the next one waits for this part of its age. */
const shareOfAge = 24;

/** For how long a ticket need not be read, in Unix milliseconds. */
interface Pause {
  readonly from: number;
  readonly until: number;
}

/**
 * Comments on tickets whose incidents last, and on those Picket will hear of no more. When a comment is due is read
 * from the ticket: what is kept here only saves reading it before.
 */
export function followTickets(desk: Desk): Following {
  let pauses: ReadonlyMap<string, Pause> = new Map();

  return {
    every,
    async tellLasting(incidents, signal) {
      const { commentEvery } = desk.wording;
      const lasting = incidents.map(incident => {
        const { beganAt } = incident;
        const key = keyOf(incident, desk.actor);
        // What began lately was told lately: an outage's beginning is no time to read all its tickets.
        const pause = pauses.get(key) ?? { from: beganAt, until: beganAt + commentEvery };
        return { incident, key, pause };
      });
      const current = new Map(lasting.map(({ key, pause }) => [key, pause]));
      pauses = current;
      const due = lasting.filter(({ pause }) => !isWithin(pause, desk.now()));
      await eachOf(due, signal, async ({ incident, key }) => {
        current.set(key, { from: desk.now(), until: await lookAt(incident, desk, signal) });
      });
    },
    async tellLeft(incident, signal) {
      const ticket = await openTicketOf(incident, desk, signal);
      if (ticket === undefined || hasTold(ticket, markOf('left', incident))) return;
      await desk.board.comment(ticket, wordLeft(incident), signal);
    },
  };
}

/** A clock that is set back before its beginning ends it, too. */
function isWithin({ from, until }: Pause, now: number): boolean {
  return from <= now && now < until;
}

/** Comments if it is time to; resolves to when it may be next, in Unix milliseconds. */
async function lookAt(incident: Transition, desk: Desk, signal: AbortSignal): Promise<number> {
  const now = desk.now();
  const pause = Math.max(desk.wording.commentEvery, (now - incident.beganAt) / shareOfAge);
  const ticket = await openTicketOf(incident, desk, signal);
  if (ticket === undefined) return now + pause;
  const due = lastToldAt(ticket) + pause;
  if (due > now) return due;
  await desk.board.comment(ticket, wordLasting(incident), signal);
  return now + pause;
}

/** What others write puts no comment off. */
function lastToldAt(ticket: Ticket): number {
  const times = marksIn(ticket).map(({ at }) => at);
  return Math.max(Date.parse(ticket.createdAt), ...times);
}

/** Undefined where the incident came to no ticket yet, or where somebody has closed or deleted it. */
async function openTicketOf(
  incident: Transition,
  desk: Desk,
  signal: AbortSignal,
): Promise<Ticket | undefined> {
  const ticket = await ticketOf(incident, desk, signal);
  if (ticket === undefined || ticket.deletedAt !== null || isClosed(ticket)) return undefined;
  return tellsOf(ticket, incident) ? ticket : undefined;
}

/** A few at a time; what fails keeps none of the others from its turn, and is thrown in the end. */
async function eachOf<T>(
  items: readonly T[],
  signal: AbortSignal,
  work: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = [...items];
  const failures: unknown[] = [];
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) {
      await work(item).catch(error => failures.push(error));
      if (signal.aborted) return;
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  if (failures.length > 0) throw failures[0];
}
