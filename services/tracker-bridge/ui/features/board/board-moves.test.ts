import { type Status, statuses, type Ticket } from '@picket/tracker';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticketOf } from '../../../fixtures/ticket-of.ts';
import { type Columns, columnsOf, movedColumns } from './board-columns.ts';
import { type Moves, nextMoves, noMoves } from './board-moves.ts';

const ids = ['A', 'B', 'C'] as const;

test('a card is where it was put last, whatever is read meanwhile, and where it is stored in the end', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), steps => {
      const board = new Board();
      for (const each of steps) {
        board.do(each);
        board.check();
      }
      while (board.waiting.length > 0) board.do({ type: 'end', fails: false });
      board.do({ type: 'begin' });
      board.do({ type: 'read' });
      expect(board.moves.byTicket.size).toBe(0);
      expect(board.shown()).toEqual(board.stored);
    }),
    { numRuns: 300 },
  );
});

test('a move that fails goes back to what the one before it made', () => {
  const a = versionOf('A', 'todo', 0);
  let moves = nextMoves(noMoves, { type: 'moved', ticket: a, to: 'in_progress' });
  moves = nextMoves(moves, { type: 'moved', ticket: a, to: 'done' });
  moves = nextMoves(moves, { type: 'succeeded', ticket: versionOf('A', 'in_progress', 1) });
  expect(moves.byTicket.get('A')?.ticket.status).toBe('done');
  moves = nextMoves(moves, { type: 'failed', id: 'A' });
  expect(moves.byTicket.get('A')?.ticket.status).toBe('in_progress');
});

test('a column counts what moves in and out, also beyond what it shows', () => {
  const a = versionOf('A', 'todo', 0);
  const read = columnsOf(status =>
    status === 'todo' ? { tickets: [a], total: 700 } : { tickets: [], total: 0 },
  );
  const moves = nextMoves(noMoves, { type: 'moved', ticket: a, to: 'done' });
  const { todo, done } = movedColumns(read, moves);
  expect([todo.total, done.total]).toEqual([699, 1]);
});

const step = fc.oneof(
  fc.record({
    type: fc.constant('move' as const),
    id: fc.constantFrom(...ids),
    to: fc.constantFrom(...statuses),
  }),
  fc.record({ type: fc.constant('end' as const), fails: fc.boolean() }),
  fc.record({ type: fc.constant('begin' as const) }),
  fc.record({ type: fc.constant('read' as const) }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

/** The page, its queue of commands, and the repository behind them. */
class Board {
  moves: Moves = noMoves;
  readonly stored = new Map<string, Status>(ids.map(id => [id, 'backlog']));
  readonly waiting: { readonly id: string; readonly to: Status }[] = [];
  #version = 0;
  #reading: { readonly after: number; readonly columns: Columns } | undefined;
  #read: Columns = this.#columns();

  do(step: Step): void {
    if (step.type === 'move') {
      const ticket = versionOf(step.id, 'backlog', this.#version);
      this.waiting.push(step);
      this.moves = nextMoves(this.moves, { type: 'moved', ticket, to: step.to });
    } else if (step.type === 'end') this.#end(step.fails);
    else if (step.type === 'begin') {
      this.#reading = { after: this.moves.succeeded, columns: this.#columns() };
    } else if (this.#reading !== undefined) {
      this.#read = this.#reading.columns;
      this.moves = nextMoves(this.moves, { type: 'read', after: this.#reading.after });
    }
  }

  /** While commands of a ticket wait, its card stands where the last of them puts it. */
  check(): void {
    const last = new Map(this.waiting.map(({ id, to }) => [id, to]));
    const shown = this.shown();
    expect([...shown.keys()].toSorted()).toEqual([...ids]);
    for (const [id, to] of last) expect(shown.get(id)).toBe(to);
  }

  shown(): ReadonlyMap<string, Status> {
    const columns = movedColumns(this.#read, this.moves);
    return new Map(
      statuses
        .flatMap(status => columns[status].tickets.map(({ id }): [string, Status] => [id, status]))
        .toSorted(([one], [other]) => (one < other ? -1 : 1)),
    );
  }

  #end(fails: boolean): void {
    const command = this.waiting.shift();
    if (command === undefined) return;
    const { id, to } = command;
    if (fails) {
      this.moves = nextMoves(this.moves, { type: 'failed', id });
      return;
    }
    this.#version += 1;
    this.stored.set(id, to);
    const ticket = versionOf(id, to, this.#version);
    this.moves = nextMoves(this.moves, { type: 'succeeded', ticket });
  }

  #columns(): Columns {
    return columnsOf(status => {
      const tickets = ids
        .filter(id => this.stored.get(id) === status)
        .map(id => versionOf(id, status, this.#version));
      return { tickets, total: tickets.length };
    });
  }
}

const versionOf = (id: string, status: Status, version: number): Ticket => {
  const at = new Date(version).toISOString();
  return ticketOf({ id, title: id, status, updatedAt: at });
};
