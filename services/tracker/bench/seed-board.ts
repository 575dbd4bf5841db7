import { randomBytes } from 'node:crypto';
import { createRecord } from '../src/board/create-record.ts';
import { initBoard } from '../src/board/init-board.ts';
import type { Transaction } from '../src/board/transaction.ts';
import { priorities, sizes, statuses } from '../src/record/fields.ts';
import { gitOutput } from '../src/store/git.ts';

/** Records that one commit holds while seeding. */
const perCommit = 500;

/** Makes a bare-bones repository at a path with a board of so many tickets, of some 700 bytes each. */
export async function seedBoard(path: string, tickets: number): Promise<void> {
  await gitOutput({ path: '.' }, ['init', '--quiet', path]);
  const surroundings = { now: () => Date.now(), random: (bytes: number) => randomBytes(bytes) };
  const options = { repo: path, branch: 'tracker-data', surroundings };
  const { board } = await initBoard(options, 'seed');
  const stories = await board.write('seed', transaction => makeStories(transaction, tickets / 50));
  for (let made = 0; made < tickets; made += perCommit) {
    const end = Math.min(tickets, made + perCommit);
    await board.write('seed', transaction => {
      for (let index = made; index < end; index += 1) makeTicket(transaction, index, stories);
    });
  }
  board.close();
  // As a clone is that has been fetched or tidied: what is measured adds to it.
  await gitOutput({ path }, ['repack', '-adq']);
}

function makeStories(transaction: Transaction, count: number): readonly string[] {
  const epic = createRecord(transaction, { type: 'epic', values: { title: 'The shop opens' } });
  return Array.from({ length: Math.max(1, Math.ceil(count)) }, (_, index) => {
    const values = { title: `Story ${index} of the shop`, epicId: epic.id };
    return createRecord(transaction, { type: 'story', values }).id;
  });
}

function makeTicket(transaction: Transaction, index: number, stories: readonly string[]): void {
  createRecord(transaction, {
    type: 'ticket',
    values: {
      title: `Ticket ${index}: the basket forgets what was put into it`,
      body: `Seen by customer ${index}. `.repeat(12),
      status: pick(statuses, index),
      priority: pick(priorities, index >> 2),
      size: pick(sizes, index >> 3),
      storyId: pick(stories, index),
      assignee: index % 3 === 0 ? null : `person ${index % 20}`,
      labels: [`area-${index % 10}`, `team-${index % 7}`],
      estimate: index % 13,
    },
  });
}

function pick<Value>(values: readonly Value[], index: number): Value {
  const value = values[index % values.length];
  if (value === undefined) throw new RangeError('there is nothing to pick from');
  return value;
}
