import { closedAt, startedAt, type TicketHistory } from './ticket-history.ts';

/** How long it took for tickets, in seconds. Null where there are none. */
export interface Percentiles {
  readonly count: number;
  readonly p50: number | null;
  readonly p85: number | null;
  readonly p95: number | null;
}

/** From being made to being done, of tickets done at or after `since` (milliseconds since 1970). */
export function leadTimes(histories: readonly TicketHistory[], since: number): Percentiles {
  return percentiles(durations(histories, since, ({ changes }) => changes[0]?.at));
}

/** From the first work on it to being done. Tickets that never were in progress tell nothing. */
export function cycleTimes(histories: readonly TicketHistory[], since: number): Percentiles {
  return percentiles(durations(histories, since, startedAt));
}

function durations(
  histories: readonly TicketHistory[],
  since: number,
  begin: (history: TicketHistory) => number | undefined,
): number[] {
  return histories.flatMap(history => {
    const from = begin(history);
    const to = closedAt(history);
    if (history.ticket.status !== 'done' || from === undefined || to === undefined) return [];
    // Whoever began it after it was closed, and closed it again, did it in no time.
    return to < since ? [] : [Math.max(0, to - from) / 1_000];
  });
}

/** By nearest rank: each is the time of a ticket. */
export function percentiles(seconds: readonly number[]): Percentiles {
  const sorted = seconds.toSorted((one, other) => one - other);
  const rank = (percent: number): number | null =>
    sorted[Math.ceil((percent / 100) * sorted.length) - 1] ?? null;
  return { count: sorted.length, p50: rank(50), p85: rank(85), p95: rank(95) };
}
