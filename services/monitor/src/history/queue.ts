import type { HistoryResult } from './result.ts';

/** What the memory holds at most, while the store is slow or away. */
export interface QueueBounds {
  readonly results: number;
  /** Bytes of their texts, about. */
  readonly bytes: number;
}

/** Results that wait to be written; where there are too many, the oldest go. */
export interface ResultQueue {
  readonly size: number;
  /** Returns how many had to go. */
  put(results: readonly HistoryResult[]): number;
  /** Takes out the oldest, so many at most. */
  take(most: number): HistoryResult[];
}

/** Bytes of what a result holds beside its texts, about. */
const fixedBytes = 300;

export function createResultQueue(bounds: QueueBounds): ResultQueue {
  let waiting: HistoryResult[] = [];
  /** Those before it are gone; the list is made anew only now and then. */
  let head = 0;
  let bytes = 0;

  const takeOne = (): HistoryResult | undefined => {
    const result = waiting[head];
    if (result === undefined) return undefined;
    head++;
    bytes -= bytesOf(result);
    if (head > 1_000 && head > waiting.length / 2) {
      waiting = waiting.slice(head);
      head = 0;
    }
    return result;
  };

  return {
    get size() {
      return waiting.length - head;
    },
    put(results) {
      let dropped = 0;
      for (const result of results) {
        waiting.push(result);
        bytes += bytesOf(result);
        while (waiting.length - head > bounds.results || bytes > bounds.bytes) {
          takeOne();
          dropped++;
        }
      }
      return dropped;
    },
    take(most) {
      const taken: HistoryResult[] = [];
      while (taken.length < most) {
        const result = takeOne();
        if (result === undefined) break;
        taken.push(result);
      }
      return taken;
    },
  };
}

function bytesOf({ body = '', reason = '' }: HistoryResult): number {
  return fixedBytes + 2 * (body.length + reason.length);
}
