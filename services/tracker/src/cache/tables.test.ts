import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentOf } from '../../fixtures/cache-content.ts';
import { MemoryBoard } from '../../fixtures/memory-board.ts';
import { addComment, deleteComment, editComment } from '../board/add-comment.ts';
import { createRecord } from '../board/create-record.ts';
import { deleteRecord } from '../board/delete-record.ts';
import { restoreRecord } from '../board/restore-record.ts';
import { updateRecord } from '../board/update-record.ts';
import { contentVersion } from './tables.ts';

/** A board on which every kind of deed was done, the same in each run. */
function boardWithAllDeeds(): MemoryBoard {
  const board = new MemoryBoard();
  const make = (type: 'epic' | 'story' | 'ticket', values: Record<string, string>) =>
    board.plan(transaction => createRecord(transaction, { type, values }));
  const epic = make('epic', { title: 'Ledger' });
  const story = make('story', { title: 'Invoices', epicId: epic.id });
  const ticket = make('ticket', { title: 'Rounding', storyId: story.id });
  const other = make('ticket', { title: 'Report', status: 'todo' });
  board.plan(transaction => {
    const changes = {
      set: { title: 'Round half to even', status: 'done', estimate: 2.5 },
      add: { labels: ['money', 'later'], dependsOn: [other.id] },
    };
    updateRecord(transaction, ticket, changes);
  });
  board.plan(transaction => {
    const edited = transaction.find('ticket', ticket.id);
    updateRecord(transaction, edited, { remove: { labels: ['later'] } });
  }, 'Ben');
  board.plan(transaction => {
    const kept = addComment(transaction, ticket, 'First');
    const edited = editComment(transaction, kept.ticket, kept.comment, 'First, as it was meant');
    const gone = addComment(transaction, edited, 'Second');
    deleteComment(transaction, gone.ticket, gone.comment);
  });
  board.plan(transaction => {
    transaction.add('ticket', other.id, { op: 'renumber', number: 7 });
    const issue = { repo: 'o/r', number: 1, url: 'https://forge.example/o/r/issues/1' };
    transaction.add('ticket', other.id, { op: 'link-forge', issue, base: { title: 'Report' } });
  });
  board.plan(transaction => deleteRecord(transaction, epic, { cascade: true }));
  board.plan(transaction => restoreRecord(transaction, transaction.find('epic', epic.id)));
  return board;
}

/** What each version makes of those deeds. */
const digests: Readonly<Record<number, string>> = {
  3: 'd26009ee9cf7fb9b5f16072c988aa394e63be1aada45ce94d0e5e226367f9b76',
};

test('whoever changes what is put into the cache raises its version', () => {
  const { events: _, ...made } = contentOf(boardWithAllDeeds().cache);
  const digest = createHash('sha256').update(JSON.stringify(made)).digest('hex');
  expect(digest, 'raise contentVersion in tables.ts, and note its digest here').toBe(
    digests[contentVersion],
  );
});
