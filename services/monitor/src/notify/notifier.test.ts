import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { channel, nameOf, setUpNotifier } from '../../fixtures/notifier-set-up.ts';
import { sampleChange } from '../../fixtures/sample-change.ts';
import { DeliveryError } from './delivery-error.ts';

const hour = 60 * 60 * 1000;

describe('channels', () => {
  test('do not wait for each other, and send eight at a time', async () => {
    const gate = Promise.withResolvers<void>();
    let underWay = 0;
    const slow = channel('slow', async () => {
      underWay++;
      await gate.promise;
    });
    const quick = channel('quick', async () => {});
    const { notifier, record, outcome, outcomes } = await setUpNotifier([slow, quick]);
    notifier.start();
    for (let n = 0; n < 10; n++) await record(1, `alert ${n}`);
    await outcome(10);
    expect(outcomes).toEqual(Array(10).fill('quick sent'));
    expect(underWay).toBe(8);
    gate.resolve();
    await outcome(20);
    expect(outcomes.slice(10)).toEqual(Array(10).fill('slow sent'));
  });

  test('go on sending while what became of it is not recorded', async () => {
    const recording = Promise.withResolvers<void>();
    const sent: string[] = [];
    const all = Promise.withResolvers<void>();
    const ops = channel('ops', async transition => {
      if (sent.push(nameOf(transition)) === 20) all.resolve();
    });
    const { notifier, record, outcome } = await setUpNotifier([ops], outbox => ({
      ...outbox,
      sent: async (...outcome) => {
        await recording.promise;
        return outbox.sent(...outcome);
      },
    }));
    notifier.start();
    for (let n = 0; n < 20; n++) await record(1, `alert ${n}`);
    await all.promise;
    recording.resolve();
    await outcome(20);
    expect(new Set(sent).size).toBe(20);
  });

  test('that are no longer configured have what they are owed given up, with an error in the log', async () => {
    const ops = channel('ops', async () => {});
    const { notifier, record, outcome, outcomes, outbox, lines } = await setUpNotifier([ops]);
    await record(1, 'down', ['gone']);
    await record(2, 'down', ['gone']);
    notifier.start();
    await outcome(2);
    expect(outcomes).toEqual(['gone gave-up', 'gone gave-up']);
    expect(await outbox.channels()).toEqual([]);
    expect(JSON.parse(lines.at(-1) ?? '')).toMatchObject({ level: 50, channel: 'gone' });
  });

  test('that are not configured have what they come to be owed later given up by a sweep', async () => {
    const { notifier, record, outcome, outcomes } = await setUpNotifier([]);
    notifier.start();
    await record(1, 'down', ['gone']);
    notifier.sweep();
    await outcome(1);
    expect(outcomes).toEqual(['gone gave-up']);
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
        const { clock, notifier, outbox, store } = await setUpNotifier([ops]);
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

describe('stop', () => {
  test('sends what is due, leaves the rest, and the next start goes on from the record', async () => {
    const seen: string[] = [];
    let broken = true;
    const ops = channel('ops', async transition => {
      seen.push(nameOf(transition));
      if (transition.alert.name === 'slow' && broken) throw new DeliveryError('no');
    });
    const { clock, notifier, create, record, outcome } = await setUpNotifier([ops]);
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
    const { clock, notifier, create, record, outcome, outcomes } = await setUpNotifier([hanging]);
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

  test.each(['meanwhile', 'before'])(
    'cuts off at once what is under way where its signal aborts %s',
    async when => {
      const asked = Promise.withResolvers<void>();
      const hanging = channel('ops', () => {
        asked.resolve();
        return new Promise(() => {});
      });
      const { notifier, record, outcomes } = await setUpNotifier([hanging]);
      notifier.start();
      await record(1);
      await asked.promise;
      const kill = new AbortController();
      if (when === 'before') kill.abort();
      const stopped = notifier.stop({ timeout: 1000, signal: kill.signal });
      kill.abort();
      await stopped;
      expect(outcomes).toEqual([]);
    },
  );

  test('ends at its bound where a read of the record fails just then', async () => {
    const reading = Promise.withResolvers<void>();
    const read = Promise.withResolvers<never>();
    const due = () => {
      reading.resolve();
      return read.promise;
    };
    const { clock, notifier } = await setUpNotifier([channel('ops', async () => {})], outbox => ({
      ...outbox,
      due,
    }));
    notifier.start();
    await reading.promise;
    const stopped = notifier.stop({ timeout: 1000 });
    await clock.advance(1000);
    read.reject(new Error('the disk is gone'));
    await stopped;
  });

  test('sends nothing where nothing was started', async () => {
    const { notifier, record, outcomes } = await setUpNotifier([channel('ops', async () => {})]);
    await record(1);
    await notifier.stop({ timeout: 1000 });
    expect(outcomes).toEqual([]);
  });
});
