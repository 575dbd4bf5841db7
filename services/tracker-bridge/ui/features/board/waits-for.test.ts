import type { Ticket } from '@picket/tracker';
import { expect, test } from 'vitest';
import { ticketOf } from '../../../fixtures/ticket-of.ts';
import { waitsFor } from './waits-for.ts';

const open = ticketOf({ id: 'A', number: 1, status: 'todo' });
const done = ticketOf({ id: 'B', number: 2, status: 'done' });
const known = new Map<string, Ticket>([open, done].map(ticket => [ticket.id, ticket]));
const after = (...dependsOn: readonly string[]) => ticketOf({ id: 'X', dependsOn });

test('an open ticket waits for what is open of its dependencies', () => {
  expect(waitsFor(after('A', 'B'), known, undefined)).toEqual({ numbers: [1], others: false });
  expect(waitsFor(after('B'), known, undefined)).toBeUndefined();
  expect(waitsFor({ ...after('A'), status: 'done' }, known, undefined)).toBeUndefined();
});

test('of a dependency that no column shows, only the list of ready tickets tells', () => {
  expect(waitsFor(after('Z'), known, new Set())).toEqual({ numbers: [], others: true });
  expect(waitsFor(after('Z'), known, new Set(['X']))).toBeUndefined();
});
