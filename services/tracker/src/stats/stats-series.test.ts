import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TrackerEvent } from '../event/event.ts';
import { foldRecord } from '../event/fold.ts';
import { closedStatuses, type Status, statuses } from '../record/fields.ts';
import type { Ticket } from '../record/record.ts';
import { burnUp } from './burn-up.ts';
import { dayOf, dayText, mondayOf, startOf } from './day.ts';
import { cycleTimes, leadTimes, percentiles } from './durations.ts';
import { byAssignee, oldestOpen, stuckTickets } from './open-work.ts';
import { throughput } from './throughput.ts';
import { closedAt, type TicketHistory, ticketHistory } from './ticket-history.ts';

const record = '01KAK3S2000000000000000000';
const hour = 3_600_000;
const epoch = Date.UTC(2026, 0, 1);

/** Statuses, and the hours since 2026 began at which the ticket came to them. */
type Script = readonly (readonly [hours: number, status: Status])[];

function eventsOf(script: Script): readonly TrackerEvent[] {
  return script.map(([hours, status], index) => {
    const id = `01KAK3S20000000000000${String(index).padStart(5, '0')}`;
    const at = new Date(epoch + hours * hour).toISOString();
    const head = { id, at, by: 'Ann', type: 'ticket', record } as const;
    return index === 0
      ? { ...head, op: 'create', number: 1, set: { title: 'x', status } }
      : { ...head, op: 'edit', set: { status } };
  });
}

function historyOf(script: Script, more: Partial<Ticket> = {}): TicketHistory {
  const events = eventsOf(script);
  const ticket = foldRecord(events)?.record;
  if (ticket?.type !== 'ticket') throw new Error('it is no ticket');
  return ticketHistory({ ...ticket, ...more }, events);
}

const script: fc.Arbitrary<Script> = fc.array(
  fc.tuple(fc.nat(60 * 24), fc.constantFrom(...statuses)),
  { minLength: 1, maxLength: 8 },
);
const history = fc.tuple(script, fc.option(fc.nat(60 * 24))).map(([script, deleted]) =>
  historyOf(script, {
    deletedAt: deleted === null ? null : new Date(epoch + deleted * hour).toISOString(),
  }),
);

test('a history ends in the status that the ticket has, and never goes back in time', () => {
  fc.assert(
    fc.property(history, ({ ticket, changes }) => {
      expect(changes.at(-1)?.status).toBe(ticket.status);
      const times = changes.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((one, other) => one - other));
    }),
  );
});

test('a history takes the moments of where a record comes from, and passes over other edits', () => {
  const [create, edit] = eventsOf([
    [0, 'todo'],
    [5, 'done'],
  ]);
  if (create?.op !== 'create' || edit?.op !== 'edit') throw new Error('they are others');
  const origin = { at: '2020-01-01T00:00:00.000Z', by: 'Ben' };
  const { ticket } = historyOf([[0, 'todo']]);
  const { changes } = ticketHistory(ticket, [
    { ...create, origin },
    { ...edit, set: { title: 'y' } },
  ]);
  expect(changes).toEqual([{ at: Date.parse(origin.at), status: 'todo' }]);
});

test('the burn-up is what looking at every ticket at the end of every day tells', () => {
  const first = dayOf(epoch);
  fc.assert(
    fc.property(
      fc.array(history, { maxLength: 12 }),
      fc.nat(40),
      fc.nat(40),
      (histories, skip, length) => {
        const series = burnUp(histories, first + skip, first + skip + length);
        expect(series).toHaveLength(length + 1);
        for (const [index, { day, scope, done }] of series.entries()) {
          const end = startOf(first + skip + index + 1);
          expect(day).toBe(dayText(first + skip + index));
          const present = histories.map(each => statusAt(each, end));
          expect(scope).toBe(
            present.filter(each => each !== undefined && each !== 'cancelled').length,
          );
          expect(done).toBe(present.filter(each => each === 'done').length);
        }
      },
    ),
  );
});

function statusAt({ ticket, changes }: TicketHistory, end: number): Status | undefined {
  if (ticket.deletedAt !== null && Date.parse(ticket.deletedAt) < end) return undefined;
  return changes.findLast(({ at }) => at < end)?.status;
}

test('every closed ticket is in one week, as long as the weeks reach back', () => {
  fc.assert(
    fc.property(fc.array(history, { maxLength: 12 }), histories => {
      const weeks = throughput(histories, dayOf(epoch) + 60, 20);
      const done = weeks.reduce((sum, week) => sum + week.done, 0);
      const cancelled = weeks.reduce((sum, week) => sum + week.cancelled, 0);
      expect(done).toBe(histories.filter(({ ticket }) => ticket.status === 'done').length);
      expect(cancelled).toBe(
        histories.filter(({ ticket }) => ticket.status === 'cancelled').length,
      );
    }),
  );
});

test('weeks begin on Mondays, and today is in the last', () => {
  const weeks = throughput([historyOf([[0, 'done']])], dayOf(Date.UTC(2026, 0, 7)), 3);
  expect(weeks).toEqual([
    { week: '2025-12-22', done: 0, cancelled: 0 },
    { week: '2025-12-29', done: 1, cancelled: 0 },
    { week: '2026-01-05', done: 0, cancelled: 0 },
  ]);
  fc.assert(
    fc.property(fc.integer({ min: -100_000, max: 100_000 }), day => {
      expect(new Date(startOf(mondayOf(day))).getUTCDay()).toBe(1);
      expect(day - mondayOf(day)).toBeOneOf([0, 1, 2, 3, 4, 5, 6]);
    }),
  );
});

test.each<[string, Script, number | undefined]>([
  ['open', [[0, 'todo']], undefined],
  [
    'done',
    [
      [0, 'todo'],
      [3, 'done'],
    ],
    3,
  ],
  [
    'done by way of cancelled',
    [
      [0, 'todo'],
      [3, 'cancelled'],
      [5, 'done'],
    ],
    3,
  ],
  [
    'opened again',
    [
      [0, 'done'],
      [3, 'todo'],
    ],
    undefined,
  ],
  [
    'done again',
    [
      [0, 'done'],
      [3, 'todo'],
      [8, 'done'],
    ],
    8,
  ],
])('a ticket that is %s is closed since then', (_, script, hours) => {
  const since = closedAt(historyOf(script));
  expect(since === undefined ? undefined : (since - epoch) / hour).toBe(hours);
});

test('a closed ticket tells when, an open one nothing', () => {
  fc.assert(
    fc.property(history, each => {
      const closed = closedStatuses.includes(each.ticket.status);
      expect(closedAt(each) !== undefined).toBe(closed);
    }),
  );
});

test('lead time begins when a ticket is made, cycle time when work on it does', () => {
  const histories = [
    historyOf([
      [0, 'todo'],
      [10, 'in_progress'],
      [12, 'todo'],
      [20, 'in_progress'],
      [30, 'done'],
    ]),
    historyOf([
      [0, 'backlog'],
      [4, 'done'],
    ]),
    historyOf([
      [0, 'todo'],
      [5, 'in_progress'],
      [6, 'cancelled'],
    ]),
    historyOf([[0, 'in_progress']]),
  ];
  const [lead, cycle] = [leadTimes(histories, 0), cycleTimes(histories, 0)];
  expect(lead).toEqual({ count: 2, p50: 4 * 3_600, p85: 30 * 3_600, p95: 30 * 3_600 });
  expect(cycle).toEqual({ count: 1, p50: 20 * 3_600, p85: 20 * 3_600, p95: 20 * 3_600 });
  expect(leadTimes(histories, epoch + 10 * hour).count).toBe(1);
});

test('percentiles are values of the list, in order, with as many at or below as they say', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1_000), { minLength: 1 }), list => {
      const { count, p50, p85, p95 } = percentiles(list);
      expect(count).toBe(list.length);
      for (const [percent, value] of [
        [50, p50],
        [85, p85],
        [95, p95],
      ] as const) {
        expect(list).toContain(value);
        const below = list.filter(each => each <= (value ?? -1)).length;
        expect(below * 100).toBeGreaterThanOrEqual(percent * list.length);
      }
      expect([p50, p85, p95]).toEqual(
        [p50, p85, p95].toSorted((one, other) => (one ?? 0) - (other ?? 0)),
      );
    }),
  );
  expect(percentiles([])).toEqual({ count: 0, p50: null, p85: null, p95: null });
});

test('what is in progress is stuck once nobody has touched it for longer than that', () => {
  const updated = (days: number): Partial<Ticket> => ({
    updatedAt: new Date(epoch - days * 24 * hour).toISOString(),
    number: days,
  });
  const histories = [
    historyOf([[0, 'in_progress']], updated(7)),
    historyOf([[0, 'in_progress']], updated(8)),
    historyOf([[0, 'in_progress']], updated(30)),
    historyOf([[0, 'todo']], updated(30)),
  ];
  const stuck = stuckTickets(histories, epoch, 7);
  expect(stuck.map(({ number, days }) => [number, days])).toEqual([
    [30, 30],
    [8, 8],
  ]);
});

test('the oldest open tickets come first, closed ones not at all', () => {
  const histories = [
    historyOf([[9, 'todo']], { number: 1 }),
    historyOf([[3, 'backlog']], { number: 2 }),
    historyOf(
      [
        [1, 'todo'],
        [2, 'done'],
      ],
      { number: 3 },
    ),
  ];
  expect(oldestOpen(histories, epoch, 10).map(({ number }) => number)).toEqual([2, 1]);
  expect(oldestOpen(histories, epoch, 1).map(({ number }) => number)).toEqual([2]);
});

test('each assignee has what is open, and what was done since', () => {
  const histories = [
    historyOf([[0, 'in_progress']], { assignee: 'Ann' }),
    historyOf([[0, 'todo']], { assignee: 'Ann' }),
    historyOf([[50, 'done']], { assignee: 'Ben' }),
    historyOf([[1, 'done']], { assignee: 'Cy' }),
    historyOf([[0, 'backlog']]),
  ];
  expect(byAssignee(histories, epoch + 24 * hour)).toEqual([
    { assignee: 'Ann', open: 2, inProgress: 1, done: 0 },
    { assignee: null, open: 1, inProgress: 0, done: 0 },
    { assignee: 'Ben', open: 0, inProgress: 0, done: 1 },
  ]);
});
