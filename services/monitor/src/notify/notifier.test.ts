import fc from 'fast-check';
import { pino } from 'pino';
import { afterEach, describe, expect, test } from 'vitest';
import type { Transition } from '../alert/transition.ts';
import { createFakeClock } from '../schedule/fake-clock.ts';
import { sampleChange } from '../state/sample-change.ts';
import { openStateFile } from '../state/sqlite.ts';
import type { Channel } from './channel.ts';
import { DeliveryError } from './delivery-error.ts';
import { createNotifier } from './notifier.ts';
import type { Outbox } from './outbox.ts';
import { accept, type Behaviour, neverAnswer, refuse, reset, startReceiver } from './receiver.ts';
import { createWebhook } from './webhook.ts';

const hour = 60 * 60 * 1000;
const cleanup: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const undo of cleanup.splice(0).reverse()) await undo();
});

type Send = (transition: Transition, signal: AbortSignal) => Promise<void>;

function channel(id: string, send: Send): Channel {
  return { id, timeout: 10_000, send };
}

/** A notifier over a state file in memory, on a clock turned by hand. */
async function setUp(channels: readonly Channel[], wrap = (outbox: Outbox) => outbox) {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const lines: string[] = [];
  const log = pino({ level: 'debug' }, { write: line => lines.push(line) });
  const file = openStateFile(':memory:', { log, now: clock.wallTime });
  cleanup.push(file.close);
  const { uid } = await file.store.open('shop');

  const outcomes: string[] = [];
  let onOutcome = () => {};
  const create = (present: readonly Channel[]) => {
    const notifier = createNotifier({
      outbox: wrap(file.outbox),
      channels: new Map(present.map(each => [each.id, each])),
      clock,
      random: () => 0,
      log,
      onDelivered: (id, outcome) => {
        outcomes.push(`${id} ${outcome}`);
        onOutcome();
      },
    });
    cleanup.push(() => notifier.stop({ timeout: 0 }));
    return notifier;
  };
  const notifier = create(channels);

  return {
    ...file,
    clock,
    lines,
    outcomes,
    notifier,
    create,
    record: async (sequence: number, alert = 'down', to = channels.map(({ id }) => id)) => {
      await file.store.record(sampleChange(uid, sequence, { alert, channels: to }));
      notifier.wake();
    },
    /** Resolves when as many outcomes were told in all. */
    outcome: async (count: number) => {
      while (outcomes.length < count)
        await new Promise<void>(resolve => {
          onOutcome = resolve;
        });
    },
    /** Turns the clock to when the channel is next owed something. */
    advanceToNextDue: async (id: string) => {
      const next = await file.outbox.nextDue(id, clock.wallTime());
      if (next === undefined) throw new Error('nothing is owed later');
      await clock.advance(next - clock.wallTime());
    },
  };
}

const nameOf = ({ alert, type }: Transition) => `${alert.name} ${type}`;

describe('a real receiver', () => {
  test('that fails, resets, hangs and then accepts gets exactly what is owed, in order, by the same id', async () => {
    const asked = Promise.withResolvers<void>();
    const hang: Behaviour = (...request) => {
      neverAnswer(...request);
      asked.resolve();
    };
    const behaviours = [refuse(500), reset, hang];
    const receiver = await startReceiver((...request) =>
      (behaviours.shift() ?? accept)(...request),
    );
    cleanup.push(receiver.close);
    const url = `${receiver.url.replace('//', '//user:hunter2@')}/?token=hunter2`;
    const webhook = createWebhook(
      { id: 'ops', type: 'webhook', url, timeout: 5000, headers: { 'X-Token': 'hunter2' } },
      { version: '1', now: Date.now },
    );
    const { notifier, clock, lines, record, outcome, outcomes, advanceToNextDue } = await setUp([
      webhook,
    ]);
    notifier.start();
    await record(1);
    await record(2);
    await outcome(1);
    await advanceToNextDue('ops');
    await outcome(2);
    await advanceToNextDue('ops');
    await asked.promise;
    await clock.advance(5000);
    await outcome(3);
    await advanceToNextDue('ops');
    await outcome(5);

    const retried = Array(3).fill('ops retried');
    expect(outcomes).toEqual([...retried, 'ops sent', 'ops sent']);
    const types = receiver.received.map(({ body }) => JSON.parse(body).type);
    expect(types).toEqual([...Array(4).fill('incident'), 'recovery']);
    const ids = receiver.received.map(({ headers }) => headers['idempotency-key']);
    expect(new Set(ids.slice(0, 4)).size).toBe(1);
    expect(ids[4]).not.toBe(ids[0]);
    expect(lines.join('')).toContain('no answer within 5000 ms');
    expect(lines.join('')).not.toContain('hunter2');
  });
});

describe('a delivery that fails', () => {
  test('is tried at doubling waits for 24 hours, then given up with an error in the log', async () => {
    const triedAt: number[] = [];
    const ops = channel('ops', async () => {
      triedAt.push(clock.wallTime());
      throw new DeliveryError('the receiver is broken');
    });
    const { clock, notifier, record, outcome, outcomes, lines, advanceToNextDue } = await setUp([
      ops,
    ]);
    notifier.start();
    await record(1);
    await outcome(1);
    while (outcomes.at(-1) === 'ops retried') {
      await advanceToNextDue('ops');
      await outcome(triedAt.length);
    }

    const waits = triedAt.slice(1).map((at, index) => (at - (triedAt[index] ?? 0)) / 1000);
    expect(waits.slice(0, 12)).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 600, 600]);
    expect(waits.reduce((sum, wait) => sum + wait)).toBe(24 * 3600);
    expect(outcomes.at(-1)).toBe('ops gave-up');
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({
      level: 50,
      channel: 'ops',
      transition: expect.stringMatching(/^[0-9a-f]{32}$/),
      reason: 'the receiver is broken',
    });
  });

  test('lets the recovery behind it go once it is given up', async () => {
    const seen: string[] = [];
    const ops = channel('ops', async transition => {
      seen.push(nameOf(transition));
      if (transition.type === 'incident') throw new DeliveryError('no');
    });
    const { clock, notifier, record, outcome } = await setUp([ops]);
    notifier.start();
    await record(1);
    await record(2);
    await outcome(1);
    expect(seen).toEqual(['down incident']);
    clock.stall(25 * hour);
    notifier.wake();
    await outcome(3);
    expect(seen).toEqual(['down incident', 'down incident', 'down recovery']);
  });

  test('waits as long as the receiver asks, up to ten minutes', async () => {
    const asks = [30_000, hour];
    const ops = channel('ops', async () => {
      throw new DeliveryError('later', asks.shift());
    });
    const { clock, outbox, notifier, record, outcome, advanceToNextDue } = await setUp([ops]);
    notifier.start();
    const startedAt = clock.wallTime();
    await record(1);
    await outcome(1);
    expect(await outbox.nextDue('ops', startedAt)).toBe(startedAt + 30_000);
    await advanceToNextDue('ops');
    await outcome(2);
    expect(await outbox.nextDue('ops', startedAt)).toBe(startedAt + 630_000);
  });

  test('frees its place at the time-out even where the channel does not heed its signal', async () => {
    const ops = channel('ops', () => new Promise(() => {}));
    const { clock, notifier, record, outcome, outcomes } = await setUp([ops]);
    notifier.start();
    await record(1);
    await clock.advance(10_000);
    await outcome(1);
    expect(outcomes).toEqual(['ops retried']);
  });

  test('tells no foreign error’s text to the log', async () => {
    const ops = channel('ops', () => Promise.reject(new TypeError('https://u:hunter2@host/')));
    const { notifier, record, outcome, lines } = await setUp([ops]);
    notifier.start();
    await record(1);
    await outcome(1);
    expect(lines.join('')).toContain('the channel failed unexpectedly (TypeError)');
    expect(lines.join('')).not.toContain('hunter2');
  });
});

describe('channels', () => {
  test('do not wait for each other, and send four at a time', async () => {
    const gate = Promise.withResolvers<void>();
    let underWay = 0;
    const slow = channel('slow', async () => {
      underWay++;
      await gate.promise;
    });
    const quick = channel('quick', async () => {});
    const { notifier, record, outcome, outcomes } = await setUp([slow, quick]);
    notifier.start();
    for (let n = 0; n < 10; n++) await record(1, `alert ${n}`);
    await outcome(10);
    expect(outcomes).toEqual(Array(10).fill('quick sent'));
    expect(underWay).toBe(4);
    gate.resolve();
    await outcome(20);
    expect(outcomes.slice(10)).toEqual(Array(10).fill('slow sent'));
  });

  test('that are no longer configured have what they are owed given up, with an error in the log', async () => {
    const ops = channel('ops', async () => {});
    const { notifier, record, outcome, outcomes, outbox, lines } = await setUp([ops]);
    await record(1, 'down', ['gone']);
    await record(2, 'down', ['gone']);
    notifier.start();
    await outcome(2);
    expect(outcomes).toEqual(['gone gave-up', 'gone gave-up']);
    expect(await outbox.channels()).toEqual([]);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 50, channel: 'gone' });
  });

  test('get each transition once and each alert’s in order, whatever fails', async () => {
    const runs = fc.array(fc.record({ alert: fc.nat(3), failures: fc.nat(3) }), { maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(runs, async entries => {
        const failures = new Map<string, number>();
        const taken: string[] = [];
        const ops = channel('ops', async transition => {
          const left = failures.get(transition.id) ?? 0;
          failures.set(transition.id, left - 1);
          if (left > 0) throw new DeliveryError('no');
          taken.push(`${transition.alert.name} ${transition.id}`);
        });
        const { clock, notifier, outbox, store } = await setUp([ops]);
        notifier.start();
        const { uid } = await store.open('shop');
        const sequences = new Map<number, number>();
        const expected: string[] = [];
        for (const { alert, failures: count } of entries) {
          const sequence = (sequences.get(alert) ?? 0) + 1;
          sequences.set(alert, sequence);
          const change = sampleChange(uid, sequence, { alert: `${alert}` });
          for (const { id } of change.transitions) {
            failures.set(id, count);
            expected.push(`${alert} ${id}`);
          }
          await store.record(change);
          notifier.wake();
        }
        while ((await outbox.channels()).length > 0) await clock.advance(1000);
        await notifier.stop({ timeout: 0 });

        const ofAlert = (list: readonly string[], alert: number) =>
          list.filter(line => line.startsWith(`${alert} `));
        for (const alert of sequences.keys())
          expect(ofAlert(taken, alert)).toEqual(ofAlert(expected, alert));
        expect(taken).toHaveLength(expected.length);
      }),
      { numRuns: 30 },
    );
  });
});

describe('a record that fails', () => {
  test('does not make a repeat: the delivery keeps its place until it is recorded', async () => {
    let failing = 2;
    let sends = 0;
    const ops = channel('ops', async () => {
      sends++;
    });
    const { clock, notifier, record, outcome, outbox, lines } = await setUp([ops], outbox => ({
      ...outbox,
      sent: async (delivery, at) => {
        if (failing-- > 0) throw new Error('disk full');
        return outbox.sent(delivery, at);
      },
    }));
    notifier.start();
    await record(1);
    const recorded = outcome(1);
    while ((await outbox.channels()).length > 0) await clock.advance(1000);
    await recorded;
    expect(sends).toBe(1);
    expect(lines.filter(line => line.includes('cannot record'))).toHaveLength(2);
  });

  test('to be read is read again later', async () => {
    let failing = 3;
    const ops = channel('ops', async () => {});
    const { clock, notifier, record, outbox, outcomes } = await setUp([ops], outbox => ({
      ...outbox,
      due: async (...query) => {
        if (failing-- > 0) throw new Error('disk error');
        return outbox.due(...query);
      },
    }));
    notifier.start();
    await record(1);
    while ((await outbox.channels()).length > 0) await clock.advance(1000);
    expect(outcomes).toEqual(['ops sent']);
  });
});

describe('stop', () => {
  test('sends what is due, leaves the rest, and the next start goes on from the record', async () => {
    const seen: string[] = [];
    let broken = true;
    const ops = channel('ops', async transition => {
      seen.push(nameOf(transition));
      if (transition.alert.name === 'slow' && broken) throw new DeliveryError('no');
    });
    const { clock, notifier, create, record, outcome } = await setUp([ops]);
    notifier.start();
    await record(1, 'slow');
    await outcome(1);
    await record(1, 'down');
    await record(2, 'down');
    await notifier.stop({ timeout: 5000 });
    expect(seen).toEqual(['slow incident', 'down incident', 'down recovery']);

    broken = false;
    await clock.advance(hour);
    expect(seen).toHaveLength(3);
    create([ops]).start();
    await outcome(4);
    expect(seen.at(-1)).toBe('slow incident');
  });

  test('cuts off at its bound what is under way, which is sent again by the same id', async () => {
    const ids: string[] = [];
    const asked = Promise.withResolvers<AbortSignal>();
    const hanging = channel('ops', async ({ id }, signal) => {
      ids.push(id);
      asked.resolve(signal);
      await new Promise(() => {});
    });
    const { clock, notifier, create, record, outcome, outcomes } = await setUp([hanging]);
    notifier.start();
    await record(1);
    const signal = await asked.promise;
    const stopped = notifier.stop({ timeout: 1000 });
    await clock.advance(1000);
    await stopped;
    expect(signal.aborted).toBe(true);
    expect(outcomes).toEqual([]);

    create([channel('ops', async ({ id }) => void ids.push(id))]).start();
    await outcome(1);
    expect(ids[1]).toBe(ids[0]);
  });

  test('sends nothing where nothing was started', async () => {
    const { notifier, record, outcomes } = await setUp([channel('ops', async () => {})]);
    await record(1);
    await notifier.stop({ timeout: 1000 });
    expect(outcomes).toEqual([]);
  });
});
