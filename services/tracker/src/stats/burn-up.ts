import { type Day, dayOf, dayText } from './day.ts';
import type { TicketHistory } from './ticket-history.ts';

export interface BurnUpDay {
  readonly day: string;
  /** Tickets that were there at the end of the day, and neither cancelled nor deleted. */
  readonly scope: number;
  /** Those of them that were done. */
  readonly done: number;
}

/** How much there was to do and how much was done, at the end of each day from `from` to `to`. */
export function burnUp(
  histories: readonly TicketHistory[],
  from: Day,
  to: Day,
): readonly BurnUpDay[] {
  const scope = new Float64Array(to - from + 1);
  const done = new Float64Array(to - from + 1);
  // What a day adds; what came before the first day is added by the first.
  const add = (to: Float64Array, day: Day, by: number): void => {
    const index = Math.max(0, day - from);
    if (index < to.length) to[index] = (to[index] ?? 0) + by;
  };
  for (const { ticket, changes } of histories) {
    const gone = ticket.deletedAt === null ? Infinity : dayOf(Date.parse(ticket.deletedAt));
    let inScope = 0;
    let isDone = 0;
    for (const { at, status } of changes) {
      const day = dayOf(at);
      if (day >= gone) break;
      const nextInScope = status === 'cancelled' ? 0 : 1;
      const nextDone = status === 'done' ? 1 : 0;
      add(scope, day, nextInScope - inScope);
      add(done, day, nextDone - isDone);
      inScope = nextInScope;
      isDone = nextDone;
    }
    if (gone === Infinity) continue;
    add(scope, gone, -inScope);
    add(done, gone, -isDone);
  }
  let scopeNow = 0;
  let doneNow = 0;
  return Array.from(scope, (added, index) => {
    scopeNow += added;
    doneNow += done[index] ?? 0;
    return { day: dayText(from + index), scope: scopeNow, done: doneNow };
  });
}
