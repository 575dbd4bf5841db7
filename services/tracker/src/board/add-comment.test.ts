import { expect, test } from 'vitest';
import { MemoryBoard } from '../../fixtures/memory-board.ts';
import { listRecords } from '../cache/list-records.ts';
import { longestBody } from '../record/fields.ts';
import type { TrackerRecord } from '../record/record.ts';
import { addComment, deleteComment, editComment, mostComments } from './add-comment.ts';
import { createRecord } from './create-record.ts';
import { deleteRecord } from './delete-record.ts';

function withTicket(): MemoryBoard {
  const memory = new MemoryBoard();
  memory.plan(transaction => createRecord(transaction, { type: 'ticket', values: { title: 't' } }));
  return memory;
}

function comment(memory: MemoryBoard, body: string): string {
  return memory.plan(
    transaction => addComment(transaction, transaction.find('ticket', '1'), body).comment,
  );
}

function bodies(record: TrackerRecord): readonly string[] {
  return record.type === 'ticket' ? record.comments.map(({ body }) => body) : [];
}

test('comments stand in the order they came in, and are edited and deleted by id', () => {
  const memory = withTicket();
  const ids = ['one', 'two', 'three'].map(body => comment(memory, body));
  const ticket = memory.plan(transaction => {
    const found = transaction.find('ticket', '1');
    editComment(transaction, found, (ids[1] ?? '').toLowerCase(), 'second');
    return deleteComment(transaction, found, ids[0] ?? '');
  });
  expect(bodies(ticket)).toEqual(['second', 'three']);
});

test('they are found by their words', () => {
  const memory = withTicket();
  comment(memory, 'The Basket is empty');
  expect(listRecords(memory.cache, { type: 'ticket', search: 'EMPTY basket' }).total).toBe(1);
});

test.each(['', ' \n', 'x'.repeat(longestBody + 1), 'a\0b', '\ud800'])(
  'a text that none can hold is refused (%#)',
  body => {
    const memory = withTicket();
    expect(() => comment(memory, body)).toThrow(expect.objectContaining({ code: 'INVALID' }));
  },
);

test('the same text again writes nothing', () => {
  const memory = withTicket();
  const id = comment(memory, 'same');
  const written = memory.plan(transaction => {
    editComment(transaction, transaction.find('ticket', '1'), id, 'same');
    return transaction.events;
  });
  expect(written).toEqual([]);
});

test('a comment that is not there, or not any more, is not found', () => {
  const memory = withTicket();
  const id = comment(memory, 'gone');
  const remove = (): unknown =>
    memory.plan(transaction => deleteComment(transaction, transaction.find('ticket', '1'), id));
  remove();
  expect(remove).toThrow(expect.objectContaining({ code: 'NOT_FOUND' }));
});

test('deleted tickets and other records take none', () => {
  const memory = withTicket();
  memory.plan(transaction => {
    createRecord(transaction, { type: 'epic', values: { title: 'e' } });
    deleteRecord(transaction, transaction.find('ticket', '1'), { cascade: false });
  });
  expect(() => comment(memory, 'late')).toThrow(expect.objectContaining({ code: 'DELETED' }));
  const onEpic = (): unknown =>
    memory.plan(transaction => addComment(transaction, transaction.find('epic', '1'), 'x'));
  expect(onEpic).toThrow(expect.objectContaining({ code: 'INVALID' }));
});

test.each([
  [mostComments - 1, true],
  [mostComments, false],
])('a ticket of %i comments takes another: %s', (count, taken) => {
  const memory = withTicket();
  const comments = Array.from({ length: count }, () => ({
    id: '0'.repeat(26),
    body: 'x',
    createdAt: '2026-01-01T00:00:00.000Z',
    createdBy: 'Ann',
  }));
  const add = (): unknown =>
    memory.plan(transaction => {
      const ticket = transaction.find('ticket', '1');
      return addComment(
        transaction,
        ticket.type === 'ticket' ? { ...ticket, comments } : ticket,
        'x',
      );
    });
  if (taken) expect(add).not.toThrow();
  else expect(add).toThrow(expect.objectContaining({ code: 'INVALID' }));
});
