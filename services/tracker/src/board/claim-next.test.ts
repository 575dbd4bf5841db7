import { expect, test } from 'vitest';
import { MemoryBoard } from '../../fixtures/memory-board.ts';
import { parseRecord } from '../cache/parse-record.ts';
import { readyTickets } from '../cache/ready-tickets.ts';
import type { FieldValues } from '../event/event.ts';
import { claimNext } from './claim-next.ts';
import { createRecord } from './create-record.ts';
import { deleteRecord } from './delete-record.ts';
import { updateRecord } from './update-record.ts';

function ticket(memory: MemoryBoard, title: string, values: FieldValues = {}): string {
  return memory.plan(
    transaction => createRecord(transaction, { type: 'ticket', values: { title, ...values } }).id,
  );
}

function change(memory: MemoryBoard, id: string, set: FieldValues): void {
  memory.plan(transaction => updateRecord(transaction, transaction.find('ticket', id), { set }));
}

function ready(memory: MemoryBoard): readonly string[] {
  return readyTickets(memory.cache).map(doc => parseRecord(doc).title);
}

test('a ticket is ready while it is open and nothing open is left that it waits for', () => {
  const memory = new MemoryBoard();
  const first = ticket(memory, 'first');
  const second = ticket(memory, 'second');
  ticket(memory, 'third', { dependsOn: [first, second] });
  ticket(memory, 'done', { status: 'done' });
  ticket(memory, 'cancelled', { status: 'cancelled' });
  expect(ready(memory)).toEqual(['first', 'second']);
  change(memory, first, { status: 'in_progress' });
  expect(ready(memory)).toEqual(['first', 'second']);
  change(memory, first, { status: 'cancelled' });
  expect(ready(memory)).toEqual(['second']);
  memory.plan(transaction =>
    deleteRecord(transaction, transaction.find('ticket', second), { cascade: false }),
  );
  expect(ready(memory)).toEqual(['third']);
});

test('the most urgent comes first, then what is due first, then the lowest number', () => {
  const memory = new MemoryBoard();
  const due = (day: string): FieldValues => ({ targetFinishAt: `${day}T00:00:00.000Z` });
  ticket(memory, 'low', { priority: 'low', ...due('2026-01-01') });
  ticket(memory, 'undated');
  ticket(memory, 'undated too');
  ticket(memory, 'later', due('2026-03-01'));
  ticket(memory, 'sooner', due('2026-02-01'));
  ticket(memory, 'urgent', { priority: 'urgent' });
  expect(ready(memory)).toEqual(['urgent', 'sooner', 'later', 'undated', 'undated too', 'low']);
});

test('each claim takes the next that nobody has, until there is none', () => {
  const memory = new MemoryBoard();
  ticket(memory, 'taken', { assignee: 'Bob', priority: 'urgent' });
  ticket(memory, 'in progress', { status: 'in_progress', priority: 'urgent' });
  ticket(memory, 'begun', { startWorkAt: '2025-05-05T00:00:00.000Z' });
  ticket(memory, 'high', { priority: 'high' });
  const claimed = (): unknown => memory.plan(claimNext, 'Eve');
  expect(claimed()).toMatchObject({
    title: 'high',
    assignee: 'Eve',
    status: 'in_progress',
    startWorkAt: '2026-01-01T00:05:00.000Z',
  });
  expect(claimed()).toMatchObject({ title: 'begun', startWorkAt: '2025-05-05T00:00:00.000Z' });
  expect(claimed).toThrow(expect.objectContaining({ code: 'NOTHING_READY' }));
});

test('a claim can be narrowed by filters', () => {
  const memory = new MemoryBoard();
  ticket(memory, 'urgent', { priority: 'urgent' });
  ticket(memory, 'labelled', { labels: ['ui'] });
  const claimed = memory.plan(transaction => claimNext(transaction, { has: { labels: ['ui'] } }));
  expect(claimed.title).toBe('labelled');
});
