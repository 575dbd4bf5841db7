import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createDueList } from './due-list.ts';

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('add' as const), dueAt: fc.nat({ max: 20 }) }),
  },
  fc.record({ type: fc.constant('remove' as const), which: fc.nat() }),
);

test('it agrees with sorting everything anew each time', () => {
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 60 }),
      fc.nat({ max: 21 }),
      fc.nat({ max: 10 }),
      (steps, now, limit) => {
        const list = createDueList<{ dueAt: number }>();
        let model: { dueAt: number }[] = [];
        for (const one of steps) {
          if (one.type === 'add') {
            const due = { dueAt: one.dueAt };
            list.add(due);
            model.push(due);
          } else {
            const due = model[one.which % Math.max(1, model.length)] ?? { dueAt: 3 };
            list.remove(due);
            model = model.filter(other => other !== due);
          }
        }
        const sorted = model.toSorted((a, b) => a.dueAt - b.dueAt);
        const taken = list.take(now, limit);
        const expected = sorted.filter(({ dueAt }) => dueAt <= now).slice(0, limit);
        expect(taken.length).toBe(expected.length);
        expect(taken.every((due, index) => due === expected[index])).toBe(true);
        expect(list.next(now)).toBe(sorted.find(({ dueAt }) => dueAt > now));
        expect(list.size).toBe(model.length);
      },
    ),
  );
});
