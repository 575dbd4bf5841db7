import { createFakeClock } from '@picket/monitor/fixtures/fake-clock';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createWorkQueue } from './work-queue.ts';

/** What is asked of a queue, in words: keys that are owed a turn now, and the soonest time of those owed one later. */
class Model {
  readonly #owed = new Set<string>();
  readonly #later = new Map<string, number>();
  readonly #failures = new Map<string, number>();

  add(key: string): void {
    this.#owed.add(key);
  }

  addAfter(key: string, ms: number, now: number): void {
    this.#comeDue(now);
    const at = now + ms;
    this.#later.set(key, Math.min(at, this.#later.get(key) ?? Infinity));
  }

  fail(key: string, now: number): void {
    const failures = this.#failures.get(key) ?? 0;
    this.#failures.set(key, failures + 1);
    this.addAfter(key, 5 * 2 ** failures, now);
  }

  succeed(key: string): void {
    this.#failures.delete(key);
  }

  /** Whether the key was owed a turn, which this one now is. */
  take(key: string, now: number): boolean {
    this.#comeDue(now);
    return this.#owed.delete(key);
  }

  owed(now: number): readonly string[] {
    this.#comeDue(now);
    return [...this.#owed];
  }

  #comeDue(now: number): void {
    for (const [key, at] of this.#later) {
      if (at > now) continue;
      this.#later.delete(key);
      this.#owed.add(key);
    }
  }
}

const key = fc.constantFrom('a', 'b', 'c', 'd', 'e');
const ms = fc.integer({ min: 1, max: 60 });
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ type: fc.constant('add' as const), key }) },
  fc.record({ type: fc.constant('addAfter' as const), key, ms }),
  { weight: 3, arbitrary: fc.record({ type: fc.constant('advance' as const), ms }) },
);
const turn = fc.record({
  ms: fc.integer({ min: 0, max: 40 }),
  outcome: fc.constantFrom('done', 'done', 'again', 'error'),
});

test('whatever comes, no key is processed twice at a time, without cause, or not at all', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 60 }),
      fc.array(turn, { maxLength: 30 }),
      fc.integer({ min: 1, max: 6 }),
      async (steps, turns, concurrency) => {
        const clock = createFakeClock();
        const model = new Model();
        const running = new Set<string>();
        const broken: string[] = [];
        const check = (holds: boolean, what: string) => {
          if (!holds) broken.push(`${what} at ${clock.now()}`);
        };
        let begun = 0;
        let times = 0;
        // What falls together comes in an order that the words leave open.
        const alone = (at: number) => at + Math.abs(Math.sin(++times));
        const queue = createWorkQueue({
          clock,
          random: () => 0,
          concurrency,
          async process(of) {
            check(model.take(of, clock.now()), `${of} without cause`);
            check(!running.has(of), `${of} twice`);
            check(running.size < concurrency, 'too many');
            running.add(of);
            const { ms: takes, outcome } = turns[begun++] ?? { ms: 0, outcome: 'done' };
            await new Promise<void>(resolve => clock.setTimer(alone(takes), resolve));
            running.delete(of);
            if (outcome === 'error') {
              model.fail(of, clock.now());
              throw new Error(of);
            }
            model.succeed(of);
            if (outcome === 'done') return 'done';
            const againIn = alone(25);
            model.addAfter(of, againIn, clock.now());
            return { againIn };
          },
          onError: () => {},
        });
        queue.start();
        for (const one of steps) {
          if (one.type === 'advance') await clock.advance(one.ms);
          else if (one.type === 'add') {
            model.add(one.key);
            queue.add(one.key);
          } else {
            const later = alone(one.ms);
            model.addAfter(one.key, later, clock.now());
            queue.addAfter(one.key, later);
          }
        }
        // Longer than all turns in a row, and the longest backoff of as many failures as there may be.
        await clock.advance(40 * 41 + 5 * 2 ** 31);
        expect(model.owed(clock.now()), 'never processed').toEqual([]);
        expect(broken).toEqual([]);
        await queue.stop();
      },
    ),
    { numRuns: 200 },
  );
});
