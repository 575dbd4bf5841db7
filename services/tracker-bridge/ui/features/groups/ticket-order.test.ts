import type { Ticket } from '@picket/tracker';
import { expect, test } from 'vitest';
import { ticketOf } from '../../../fixtures/ticket-of.ts';
import { inOrder } from './ticket-order.ts';

test('what is worked on and urgent stands first, what is over last', () => {
  const tickets: readonly Ticket[] = [
    ticketOf({ number: 1, status: 'done', priority: 'urgent' }),
    ticketOf({ number: 2, status: 'backlog', priority: 'high' }),
    ticketOf({ number: 3, status: 'todo', priority: 'low' }),
    ticketOf({ number: 5, status: 'todo', priority: 'high' }),
    ticketOf({ number: 4, status: 'todo', priority: 'high' }),
    ticketOf({ number: 6, status: 'in_progress', priority: 'low' }),
  ];
  expect(inOrder(tickets).map(({ number }) => number)).toEqual([6, 4, 5, 3, 2, 1]);
});
