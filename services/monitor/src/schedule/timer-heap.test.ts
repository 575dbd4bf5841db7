import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createTimerHeap, type HeapEntry } from './timer-heap.ts';

const operations = fc.array(
  fc.oneof(
    fc.record({ type: fc.constant('push' as const), at: fc.integer({ min: 0, max: 20 }) }),
    fc.record({ type: fc.constant('pop' as const) }),
    fc.record({ type: fc.constant('remove' as const), index: fc.nat() }),
  ),
  { maxLength: 200 },
);

describe('the timer heap', () => {
  test('gives what a sorted list gives, through any pushes, pops and removals', () => {
    fc.assert(
      fc.property(operations, steps => {
        const heap = createTimerHeap<number>();
        let list: HeapEntry<number>[] = [];
        steps.forEach((step, value) => {
          if (step.type === 'push') {
            list = [...list, heap.push(step.at, value)].sort((a, b) => a.at - b.at);
          } else {
            const entry = step.type === 'pop' ? heap.peek() : list[step.index % list.length];
            if (entry !== undefined) expect(heap.remove(entry)).toBe(true);
            list = list.filter(kept => kept !== entry);
          }
          expect(heap.peek()).toBe(list[0]);
          expect(heap.size).toBe(list.length);
        });
      }),
    );
  });

  test('removes an entry once', () => {
    const heap = createTimerHeap<string>();
    const entry = heap.push(1, 'a');
    heap.push(2, 'b');
    expect(heap.remove(entry)).toBe(true);
    expect(heap.remove(entry)).toBe(false);
    expect(heap.peek()?.value).toBe('b');
  });

  test('does not know entries of another heap', () => {
    const heap = createTimerHeap<string>();
    heap.push(1, 'a');
    expect(heap.remove(createTimerHeap<string>().push(1, 'a'))).toBe(false);
    expect(heap.size).toBe(1);
  });
});
