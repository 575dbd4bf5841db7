/** Something that is due at a time, in Unix milliseconds. */
export interface Due {
  readonly dueAt: number;
}

/** What is due, the longest due first; of equals in the order they were added. */
export interface DueList<T extends Due> {
  readonly size: number;
  add(due: T): void;
  remove(due: T): void;
  /** Those due at `now`, the first `skip` left out, at most `limit`. */
  take(now: number, limit: number, skip?: number): readonly T[];
  /** The first that is due later than `after`. */
  next(after: number): T | undefined;
}

interface Entry<T> {
  readonly due: T;
  readonly order: number;
}

/** A sorted array: to move ten thousand places along is a microsecond's work. */
export function createDueList<T extends Due>(): DueList<T> {
  const entries: Entry<T>[] = [];
  const orders = new Map<T, number>();
  let added = 0;

  /** How many entries stand before that time, and of that time before that order. */
  const countBefore = (dueAt: number, order: number): number => {
    let low = 0;
    let high = entries.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      const entry = entries[middle];
      if (entry === undefined) break;
      const isBefore =
        entry.due.dueAt < dueAt || (entry.due.dueAt === dueAt && entry.order < order);
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  };

  return {
    get size() {
      return entries.length;
    },
    add(due) {
      const order = added++;
      orders.set(due, order);
      entries.splice(countBefore(due.dueAt, order), 0, { due, order });
    },
    remove(due) {
      const order = orders.get(due);
      if (order === undefined) return;
      orders.delete(due);
      entries.splice(countBefore(due.dueAt, order), 1);
    },
    take: (now, limit, skip = 0) =>
      entries.slice(skip, Math.min(skip + limit, countBefore(now, Infinity))).map(({ due }) => due),
    next: after => entries[countBefore(after, Infinity)]?.due,
  };
}
