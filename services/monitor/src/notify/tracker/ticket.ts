import { type Static, Type } from 'typebox';
import { readMark } from './mark.ts';

const Time = Type.String({ pattern: '^\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$' });

const Comment = Type.Object({ body: Type.String(), createdAt: Time });

/** What the channel reads of a ticket. */
export const Ticket = Type.Object({
  id: Type.String({ pattern: '^[0-9A-Z]{26}$' }),
  number: Type.Integer(),
  body: Type.String(),
  status: Type.String(),
  createdAt: Time,
  createdBy: Type.String(),
  statusChangedAt: Time,
  deletedAt: Type.Union([Type.String(), Type.Null()]),
  comments: Type.Array(Comment),
});
export type Ticket = Static<typeof Ticket>;

export const Tickets = Type.Object({ items: Type.Array(Ticket) });

/** What Picket has written into the ticket, with when, oldest first. */
export function marksIn({ body, createdAt, comments }: Ticket) {
  return [{ body, createdAt }, ...comments].flatMap(text => {
    const mark = readMark(text.body);
    return mark === undefined ? [] : [{ mark, at: Date.parse(text.createdAt) }];
  });
}

export function isClosed({ status }: Ticket): boolean {
  return status === 'done' || status === 'cancelled';
}
