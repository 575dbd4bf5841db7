import { priorities, type Status, type Ticket } from '@picket/tracker';

/** What is worked on stands first, what is over last. */
const order: readonly Status[] = ['in_progress', 'todo', 'backlog', 'done', 'cancelled'];

/** By status, then the most urgent first, then by number. */
export function inOrder(tickets: readonly Ticket[]): readonly Ticket[] {
  return tickets.toSorted(
    (one, other) =>
      order.indexOf(one.status) - order.indexOf(other.status) ||
      priorities.indexOf(other.priority) - priorities.indexOf(one.priority) ||
      one.number - other.number,
  );
}
