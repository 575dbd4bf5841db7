import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameOf, setUpNotifier } from '../../fixtures/notifier-set-up.ts';
import { sampleChange } from '../../fixtures/sample-change.ts';
import type { Transition } from '../alert/transition.ts';
import type { Channel } from './channel.ts';
import { DeliveryError } from './delivery-error.ts';

const minute = 60_000;
const hour = 60 * minute;
const wait = 5000;

type Tell = (transitions: readonly Transition[], signal: AbortSignal) => Promise<void>;

/** A channel that is told of all at once. */
function grouped(tell: Tell): Channel {
  const alone = () => Promise.reject(new Error('was told of one by itself'));
  return {
    id: 'ops',
    timeout: 10_000,
    send: alone,
    grouping: { wait, every: minute, send: tell },
  };
}

const refuse = () => Promise.reject(new DeliveryError('no'));

describe('a message', () => {
  test('waits a few seconds for others, and the next one a minute', async () => {
    const told: string[][] = [];
    const ops = grouped(async all => void told.push(all.map(nameOf)));
    const { clock, notifier, record } = await setUpNotifier([ops]);
    notifier.start();
    await record(1, 'a');
    await clock.advance(wait - 1);
    await record(1, 'b');
    expect(told).toEqual([]);
    await clock.advance(1);
    expect(told).toEqual([['a incident', 'b incident']]);

    await record(1, 'c');
    await clock.advance(minute - 1000);
    await record(2, 'a');
    expect(told).toHaveLength(1);
    await clock.advance(1000);
    expect(told).toEqual([
      ['a incident', 'b incident'],
      ['c incident', 'a recovery'],
    ]);

    await clock.advance(10 * minute);
    await record(2, 'b');
    await clock.advance(wait);
    expect(told[2]).toEqual(['b recovery']);
  });

  test('tells an alert that flaps whole and in its order', async () => {
    const told: string[][] = [];
    const ops = grouped(async all => void told.push(all.map(nameOf)));
    const { clock, notifier, record, outbox, outcome } = await setUpNotifier([ops]);
    notifier.start();
    for (let sequence = 1; sequence <= 150; sequence++) await record(sequence);
    await clock.advance(wait);
    await outcome(100);
    expect(told[0]).toHaveLength(100);
    await clock.advance(minute);
    await outcome(150);
    const pair = ['down incident', 'down recovery'];
    expect(told.flat()).toEqual(Array(75).fill(pair).flat());
    expect(await outbox.channels()).toEqual([]);
  });

  test('is one for an outage of ten thousand alerts, each of which is settled', async () => {
    const told: number[] = [];
    const reads: number[] = [];
    const ops = grouped(async all => {
      told.push(new Set(all.map(({ id }) => id)).size);
    });
    const { clock, notifier, store, outbox, outcome, outcomes } = await setUpNotifier(
      [ops],
      outbox => ({
        ...outbox,
        async *dueLines(...query) {
          for await (const page of outbox.dueLines(...query)) {
            reads.push(page.length);
            yield page;
          }
        },
      }),
    );
    const { uid } = await store.open('shop');
    await Promise.all(
      Array.from({ length: 10_000 }, (_, n) =>
        store.record(sampleChange(uid, 1, { alert: `alert ${n}` })),
      ),
    );
    notifier.start();
    await clock.advance(wait);
    await outcome(10_000);
    expect(told).toEqual([10_000]);
    expect(new Set(outcomes)).toEqual(new Set(['ops sent']));
    expect(Math.max(...reads)).toBeLessThanOrEqual(128);
    expect(await outbox.channels()).toEqual([]);
  });

  test('that fails is tried again as a whole with what came since, for 24 hours', async () => {
    const tries: number[] = [];
    const sizes: number[] = [];
    const ops = grouped(all => {
      tries.push(clock.wallTime());
      sizes.push(all.length);
      return refuse();
    });
    const { clock, notifier, record, outcomes, outbox, lines } = await setUpNotifier([ops]);
    notifier.start();
    await record(1, 'a');
    await clock.advance(wait);
    await record(1, 'b');
    // By small steps, since to record an outcome takes its turns too.
    for (let second = 0; second < 60; second++) await clock.advance(1000);
    expect(sizes.slice(0, 3)).toEqual([1, 2, 2]);
    const waits = tries.slice(1).map((at, index) => (at - (tries[index] ?? 0)) / 1000);
    expect(waits.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);

    while ((await outbox.channels()).length > 0) await clock.advance(minute);
    const last = tries.at(-1) ?? 0;
    expect(last - (tries[0] ?? 0)).toBeGreaterThanOrEqual(24 * hour);
    expect(outcomes.filter(outcome => outcome === 'ops gave-up')).toHaveLength(2);
    expect(lines.filter(line => line.includes('notification given up'))).toHaveLength(2);
  });

  test('that fails waits as long as the receiver asks', async () => {
    const tries: number[] = [];
    const ops = grouped(async () => {
      if (tries.push(clock.wallTime()) === 1) throw new DeliveryError('later', 30_000);
    });
    const { clock, notifier, record } = await setUpNotifier([ops]);
    notifier.start();
    await record(1, 'a');
    await clock.advance(wait);
    await record(1, 'b');
    await clock.advance(29_999);
    expect(tries).toHaveLength(1);
    await clock.advance(1);
    expect(tries).toHaveLength(2);
  });

  test('is not read again from a record that fails for a while', async () => {
    let failing = 3;
    let told = 0;
    const ops = grouped(async () => void told++);
    const { clock, notifier, record, outcomes } = await setUpNotifier([ops], outbox => ({
      ...outbox,
      dueLines: (...query) => {
        if (failing-- > 0) throw new Error('disk error');
        return outbox.dueLines(...query);
      },
      sent: async (...outcome) => {
        if (failing-- > -3) throw new Error('disk full');
        return outbox.sent(...outcome);
      },
    }));
    notifier.start();
    await record(1);
    await clock.advance(5 * minute);
    expect(told).toBe(1);
    expect(outcomes).toEqual(['ops sent']);
  });
});

describe('stop', () => {
  test('tells in one last message what is due', async () => {
    const told: string[][] = [];
    const ops = grouped(async all => void told.push(all.map(nameOf)));
    const { clock, notifier, record, outcome } = await setUpNotifier([ops]);
    notifier.start();
    await record(1, 'a');
    await clock.advance(wait);
    await outcome(1);
    await record(2, 'a');
    await record(1, 'b');
    await notifier.stop({ timeout: 5000 });
    expect(told).toEqual([['a incident'], ['a recovery', 'b incident']]);
    await clock.advance(hour);
    expect(told).toHaveLength(2);
  });

  test('cuts off at its bound what is under way, which the next start tells again', async () => {
    const ids: string[][] = [];
    const asked = Promise.withResolvers<void>();
    const hanging = grouped(all => {
      ids.push(all.map(({ id }) => id));
      asked.resolve();
      return new Promise(() => {});
    });
    const { clock, notifier, create, record, outcomes } = await setUpNotifier([hanging]);
    notifier.start();
    await record(1);
    await clock.advance(wait);
    await asked.promise;
    const stopped = notifier.stop({ timeout: 1000 });
    await clock.advance(1000);
    await stopped;
    expect(outcomes).toEqual([]);

    create([grouped(async all => void ids.push(all.map(({ id }) => id)))]).start();
    await clock.advance(wait);
    expect(ids).toHaveLength(2);
    expect(ids[1]).toEqual(ids[0]);
  });
});

/** What the receiver heard of, and whether its answer was waited for. */
interface Heard {
  readonly at: number;
  readonly life: number;
  readonly ids: readonly string[];
  answered: boolean;
}

type Happening =
  | { readonly kind: 'transition'; readonly alert: number }
  | { readonly kind: 'time'; readonly ms: number }
  | { readonly kind: 'failures'; readonly count: number }
  | { readonly kind: 'restart'; readonly timeout: number };

const happening: fc.Arbitrary<Happening> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ kind: fc.constant('transition' as const), alert: fc.nat(3) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('time' as const),
      ms: fc.oneof(fc.nat(3000), fc.nat(70_000)),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('failures' as const), count: fc.nat(3) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('restart' as const),
      timeout: fc.constantFrom(0, 5000),
    }),
  },
);

test('whatever comes, fails and restarts, each transition is heard of in order, once where its answer was heard', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(happening, { maxLength: 40 }), async happenings => {
      const heard: Heard[] = [];
      let [failures, life, isStopping] = [0, 1, false];
      const stops = new Set<Heard>();
      const ops = grouped(async (all, signal) => {
        if (failures > 0) {
          failures--;
          throw new DeliveryError('no');
        }
        const message: Heard = {
          at: clock.wallTime(),
          life,
          ids: all.map(({ id }) => id),
          answered: false,
        };
        heard.push(message);
        if (isStopping) stops.add(message);
        await new Promise<void>(resolve => clock.setTimer(700, resolve));
        if (!signal.aborted) message.answered = true;
      });
      const { clock, create, notifier, outbox, store } = await setUpNotifier([ops]);
      let current = notifier;
      current.start();
      const { uid } = await store.open('shop');
      const owed = new Map<number, string[]>();
      for (const event of happenings) {
        if (event.kind === 'failures') failures = event.count;
        if (event.kind === 'time') await clock.advance(event.ms);
        if (event.kind === 'transition') {
          const ids = owed.get(event.alert) ?? [];
          owed.set(event.alert, ids);
          const change = sampleChange(uid, ids.length + 1, { alert: `${event.alert}` });
          ids.push(...change.transitions.map(({ id }) => id));
          await store.record(change);
          current.wake();
        }
        if (event.kind === 'restart') {
          isStopping = true;
          const stopped = current.stop({ timeout: event.timeout });
          await clock.advance(event.timeout);
          await stopped;
          isStopping = false;
          life++;
          current = create([ops]);
          current.start();
        }
      }
      while ((await outbox.channels()).length > 0) await clock.advance(10_000);
      await current.stop({ timeout: 0 });

      const answered = heard.filter(message => message.answered).flatMap(({ ids }) => ids);
      expect(answered.toSorted()).toEqual([...owed.values()].flat().toSorted());
      for (const ids of owed.values()) {
        expect(answered.filter(id => ids.includes(id))).toEqual(ids);
        // Also with repeats nothing is heard of before what came before it.
        const first = [...new Set(heard.flatMap(message => message.ids))];
        expect(first.filter(id => ids.includes(id))).toEqual(ids);
      }
      heard.forEach((message, index) => {
        const before = heard[index - 1];
        if (before === undefined || before.life !== message.life || stops.has(message)) return;
        expect(message.at - before.at).toBeGreaterThanOrEqual(minute);
      });
    }),
    { numRuns: 100 },
  );
});
