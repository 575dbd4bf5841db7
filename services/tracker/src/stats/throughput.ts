import { type Day, dayOf, dayText, mondayOf } from './day.ts';
import { closedAt, type TicketHistory } from './ticket-history.ts';

export interface Week {
  /** Its Monday. */
  readonly week: string;
  readonly done: number;
  readonly cancelled: number;
}

/** Tickets closed in each of the weeks up to today's, which is not over. One that was opened again counts once. */
export function throughput(
  histories: readonly TicketHistory[],
  today: Day,
  weeks: number,
): readonly Week[] {
  const first = mondayOf(today) - 7 * (weeks - 1);
  const counts = Array.from({ length: weeks }, (_, index) => ({
    week: dayText(first + 7 * index),
    done: 0,
    cancelled: 0,
  }));
  for (const history of histories) {
    const closed = closedAt(history);
    if (closed === undefined) continue;
    const week = counts[Math.floor((dayOf(closed) - first) / 7)];
    if (week === undefined) continue;
    if (history.ticket.status === 'done') week.done += 1;
    else week.cancelled += 1;
  }
  return counts;
}
