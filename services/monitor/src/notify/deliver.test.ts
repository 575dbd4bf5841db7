import { describe, expect, onTestFinished, test } from 'vitest';
import { channel, nameOf, setUpNotifier } from '../../fixtures/notifier-set-up.ts';
import {
  accept,
  type Behaviour,
  neverAnswer,
  refuse,
  reset,
  startReceiver,
} from '../../fixtures/webhook-receiver.ts';
import { DeliveryError } from './delivery-error.ts';
import { createWebhook } from './webhook.ts';

const hour = 60 * 60 * 1000;

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
    onTestFinished(receiver.close);
    const url = `${receiver.url.replace('//', '//user:hunter2@')}/?token=hunter2`;
    const webhook = createWebhook(
      { id: 'ops', type: 'webhook', url, timeout: 5000, headers: { 'X-Token': 'hunter2' } },
      { version: '1', now: Date.now },
    );
    const { notifier, clock, lines, record, outcome, outcomes, advanceToNextDue } =
      await setUpNotifier([webhook]);
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
    const { clock, notifier, record, outcome, outcomes, lines, advanceToNextDue } =
      await setUpNotifier([ops]);
    notifier.start();
    await record(1);
    await outcome(1);
    while (outcomes.at(-1) === 'ops retried') {
      await advanceToNextDue('ops');
      await outcome(triedAt.length);
    }

    const waits = triedAt.slice(1).map((at, index) => (at - (triedAt[index] ?? 0)) / 1000);
    expect(waits.slice(0, 9)).toEqual([1, 2, 4, 8, 16, 32, 64, 120, 120]);
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
    const { clock, notifier, record, outcome } = await setUpNotifier([ops]);
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
    const { clock, outbox, notifier, record, outcome, advanceToNextDue } = await setUpNotifier([
      ops,
    ]);
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
    const { clock, notifier, record, outcome, outcomes } = await setUpNotifier([ops]);
    notifier.start();
    await record(1);
    await clock.advance(10_000);
    await outcome(1);
    expect(outcomes).toEqual(['ops retried']);
  });

  test('tells no foreign error’s text to the log', async () => {
    const ops = channel('ops', () => Promise.reject(new TypeError('https://u:hunter2@host/')));
    const { notifier, record, outcome, lines } = await setUpNotifier([ops]);
    notifier.start();
    await record(1);
    await outcome(1);
    expect(lines.join('')).toContain('the channel failed unexpectedly (TypeError)');
    expect(lines.join('')).not.toContain('hunter2');
  });
});

describe('a record that fails', () => {
  test('does not make a repeat: the delivery keeps its place until it is recorded', async () => {
    let failing = 2;
    let sends = 0;
    const ops = channel('ops', async () => {
      sends++;
    });
    const { clock, notifier, record, outcome, outbox, lines } = await setUpNotifier(
      [ops],
      outbox => ({
        ...outbox,
        sent: async (delivery, at) => {
          if (failing-- > 0) throw new Error('disk full');
          return outbox.sent(delivery, at);
        },
      }),
    );
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
    const { clock, notifier, record, outbox, outcomes } = await setUpNotifier([ops], outbox => ({
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
