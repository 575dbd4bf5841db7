import { expect, test } from 'vitest';
import { MemoryBoard } from '../../fixtures/memory-board.ts';
import { listRecords } from '../cache/list-records.ts';
import { type RecordType, recordTypes } from '../record/record-type.ts';
import { createRecord } from './create-record.ts';
import { deleteRecord } from './delete-record.ts';
import { restoreRecord } from './restore-record.ts';

/** An epic of two stories, the first of which has two tickets; and a ticket of no story. */
function shop(): MemoryBoard {
  const memory = new MemoryBoard();
  memory.plan(transaction => {
    const epicId = createRecord(transaction, { type: 'epic', values: { title: 'epic' } }).id;
    const [storyId] = ['one', 'two'].map(
      title => createRecord(transaction, { type: 'story', values: { title, epicId } }).id,
    );
    for (const title of ['a', 'b']) {
      createRecord(transaction, { type: 'ticket', values: { title, storyId: storyId ?? null } });
    }
    createRecord(transaction, { type: 'ticket', values: { title: 'c' } });
  });
  return memory;
}

function remove(memory: MemoryBoard, type: RecordType, number: string, cascade = false): unknown {
  return memory.plan(transaction =>
    deleteRecord(transaction, transaction.find(type, number), { cascade }),
  );
}

function restore(memory: MemoryBoard, type: RecordType, number: string): unknown {
  return memory.plan(transaction => restoreRecord(transaction, transaction.find(type, number)));
}

function left(memory: MemoryBoard): readonly number[] {
  return recordTypes.map(type => listRecords(memory.cache, { type }).total);
}

test('a record that others belong to is not deleted, and they are named', () => {
  const memory = shop();
  const named = [/^story 1 .*: one$/, /^ticket 1 .*: a$/, /^ticket 2 .*: b$/, /^story 2 .*: two$/];
  expect(() => remove(memory, 'epic', '1')).toThrow(
    expect.objectContaining({
      code: 'HAS_CHILDREN',
      problems: named.map(line => expect.stringMatching(line)),
    }),
  );
  expect(left(memory)).toEqual([1, 2, 3]);
});

test('with cascade all that belong to it go with it', () => {
  const memory = shop();
  expect(remove(memory, 'epic', '1', true)).toMatchObject({
    record: { type: 'epic', deletedBy: 'Ann' },
    descendants: [{ type: 'story' }, { title: 'a' }, { title: 'b' }, { title: 'two' }],
  });
  expect(left(memory)).toEqual([0, 0, 1]);
});

test('what was deleted before holds nobody up, and stays as it was', () => {
  const memory = shop();
  remove(memory, 'ticket', '1');
  expect(() => remove(memory, 'ticket', '1')).toThrow(expect.objectContaining({ code: 'DELETED' }));
  expect(remove(memory, 'story', '1', true)).toMatchObject({ descendants: [{ title: 'b' }] });
  expect(remove(memory, 'story', '2')).toMatchObject({ descendants: [] });
});

test('a record comes back once what it belongs to is there', () => {
  const memory = shop();
  remove(memory, 'epic', '1', true);
  expect(() => restore(memory, 'ticket', '1')).toThrow(
    expect.objectContaining({ code: 'NOT_FOUND' }),
  );
  restore(memory, 'epic', '1');
  restore(memory, 'story', '1');
  expect(restore(memory, 'ticket', '1')).toMatchObject({ title: 'a', deletedAt: null });
  expect(left(memory)).toEqual([1, 1, 2]);
});

test('restoring what is there writes nothing', () => {
  const written = shop().plan(transaction => {
    restoreRecord(transaction, transaction.find('ticket', '1'));
    return transaction.events;
  });
  expect(written).toEqual([]);
});
