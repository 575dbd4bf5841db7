import fc from 'fast-check';
import { pino } from 'pino';
import { describe, expect, test } from 'vitest';
import { createFakeClock } from '../../fixtures/fake-clock.ts';
import { answer, compiled, refusal, runOf } from '../../fixtures/runs.ts';
import { type Ledger, openLedger } from '../alert/ledger.ts';
import type { Transition } from '../alert/transition.ts';
import type { CompiledProbe } from '../probe/compiled.ts';
import type { Result } from '../protocol/result.ts';
import type { Channel, Following } from './channel.ts';
import { DeliveryError } from './delivery-error.ts';
import { createFollower } from './following.ts';

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

type Calls = Partial<Pick<Following, 'tellLasting' | 'tellLeft'>>;

/** A follower on a clock turned by hand, probes whose runs are made by hand, and channels that note what they hear. */
function setUp(ids: readonly string[] = ['ops'], calls: Calls = {}) {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const lines: string[] = [];
  const log = pino({ level: 'info' }, { write: line => void lines.push(line) });
  const heard: string[] = [];
  const told: Transition[] = [];

  const channel = (id: string, own: Calls = calls): Channel => ({
    id,
    timeout: 10 * second,
    send: async () => {},
    following: {
      every: minute,
      async tellLasting(incidents, signal) {
        const names = incidents.map(({ probe, request }) => `${probe.id}/${request.name}`);
        heard.push(`${clock.now() / second} ${id} lasting ${names.join(' ')}`);
        told.push(...incidents);
        await own.tellLasting?.(incidents, signal);
      },
      async tellLeft(incident, signal) {
        const { probe, request } = incident;
        heard.push(`${clock.now() / second} ${id} left ${probe.id}/${request.name}`);
        await own.tellLeft?.(incident, signal);
      },
    },
  });
  const mapOf = (channels: readonly Channel[]) => new Map(channels.map(each => [each.id, each]));
  /** Ids of transitions that the channels are still to be sent. */
  const owed = new Set<string>();
  const follower = createFollower({
    channels: mapOf(ids.map(id => channel(id))),
    outbox: { owes: async (_, { id }) => owed.has(id) },
    clock,
    random: () => 0,
    log,
  });

  const ledgers = new Map<string, Ledger>();
  /** This version of the probe, going on from what was recorded of the last. */
  const watch = (probe: CompiledProbe) => {
    const before = ledgers.get(probe.id)?.recorded() ?? { uid: probe.id, states: [] };
    ledgers.set(probe.id, openLedger(probe, before, { evidenceSpan: 0, channels: () => ids }));
    return (...results: (Result | undefined)[]) => {
      const judgement = ledgers.get(probe.id)?.judge(runOf(probe, ...results), clock.wallTime());
      if (judgement) follower.judged(judgement);
      if (judgement && isRecording) follower.recorded(judgement.transitions);
      return judgement;
    };
  };
  let isRecording = true;
  const holdRecord = () => {
    isRecording = false;
  };
  return { clock, lines, heard, told, owed, channel, mapOf, follower, watch, holdRecord };
}

function probe(id: string, fields: Partial<Parameters<typeof compiled>[0]> = {}) {
  const requests = [request('home')];
  return compiled({ id, incidentThreshold: 1, recoveryThreshold: 1, requests, ...fields });
}

const request = (name: string, assertion = 'response.status != 200') => ({
  name,
  url: `http://${name}.test/`,
  alerts: [{ name: 'down', assertion }],
});

const well = answer(200);
const bad = answer(500);

/** Settles what was just begun. */
const begun = 1;

describe('an incident that lasts', () => {
  test('is told at each look, with its last results, until it recovers', async () => {
    const { clock, heard, told, follower, watch } = setUp();
    follower.start();
    const run = watch(probe('shop'));
    run(well);
    await clock.advance(20 * second);
    const incident = run(bad)?.transitions[0];
    await clock.advance(minute);
    run(answer(503));
    await clock.advance(minute);
    run(well);
    await clock.advance(10 * minute);
    expect(heard).toEqual(['75 ops lasting shop/home', '135 ops lasting shop/home']);
    expect(told.map(({ id }) => id)).toEqual([incident?.id, incident?.id]);
    expect(told.map(({ response }) => response.status)).toEqual([500, 503]);
  });

  test('is told soon after a restart, from the first run on', async () => {
    const { clock, heard, follower, watch } = setUp();
    watch(probe('shop'))(bad);
    follower.start();
    await clock.advance(20 * second);
    expect(heard).toEqual(['15 ops lasting shop/home']);
  });

  test('is told to the channels that its probe names, else to all', async () => {
    const { clock, heard, follower, watch } = setUp(['ops', 'pager', 'mute']);
    follower.start();
    watch(probe('shop', { notify: ['pager'] }))(bad);
    watch(probe('till'))(bad);
    await clock.advance(20 * second);
    expect(heard).toEqual([
      '15 ops lasting till/home',
      '15 pager lasting shop/home till/home',
      '15 mute lasting till/home',
    ]);
  });

  test('of a request that a run skipped stays as it was', async () => {
    const { clock, heard, follower, watch } = setUp();
    follower.start();
    const run = watch(probe('shop', { requests: [request('home'), request('cart')] }));
    run(bad, bad);
    run(well, undefined);
    await clock.advance(20 * second);
    expect(heard).toEqual(['15 ops lasting shop/cart']);
  });

  test('is told once it is recorded, and not before', async () => {
    const { clock, heard, follower, watch, holdRecord } = setUp();
    follower.start();
    holdRecord();
    const run = watch(probe('shop'));
    const begun = run(bad);
    await clock.advance(20 * second);
    run(bad);
    await clock.advance(minute);
    expect(heard).toEqual([]);
    follower.recorded(begun?.transitions ?? []);
    await clock.advance(minute);
    expect(heard).toEqual(['135 ops lasting shop/home']);
  });

  test('is told where somebody else has recorded it', async () => {
    const { clock, heard, follower, watch, holdRecord } = setUp();
    follower.start();
    holdRecord();
    watch(probe('shop'))(bad);
    follower.reopened('shop');
    await clock.advance(20 * second);
    expect(heard).toEqual(['15 ops lasting shop/home']);
  });

  test('is not told after its recovery, whatever was under way', async () => {
    const stuck = Promise.withResolvers<void>();
    const { clock, heard, follower, watch } = setUp(['ops'], { tellLasting: () => stuck.promise });
    follower.start();
    const run = watch(probe('shop'));
    run(bad);
    await clock.advance(20 * second);
    run(well);
    stuck.resolve();
    await clock.advance(10 * minute);
    expect(heard).toEqual(['15 ops lasting shop/home']);
  });
});

describe('a receiver that fails', () => {
  test('is told again at the next look; the log has one line of it, and one of its return', async () => {
    let isDown = true;
    const { clock, heard, lines, follower, watch } = setUp(['ops'], {
      tellLasting: async () => {
        if (isDown) throw new DeliveryError('alerts.test could not be reached');
      },
    });
    follower.start();
    watch(probe('shop'))(bad);
    await clock.advance(2 * minute + 20 * second);
    isDown = false;
    await clock.advance(2 * minute);
    expect(heard).toHaveLength(5);
    expect(lines).toHaveLength(2);
    expect(lines[0]).toContain('alerts.test could not be reached');
    expect(lines[1]).toContain('hears of what lasts again');
  });

  test('never shows the text of an error that is not ours', async () => {
    const { clock, lines, follower, watch } = setUp(['ops'], {
      tellLasting: async () => {
        throw new TypeError('http://user:correct-horse@alerts.test');
      },
    });
    follower.start();
    watch(probe('shop'))(bad);
    await clock.advance(20 * second);
    expect(lines.join()).toContain('TypeError');
    expect(lines.join()).not.toContain('correct-horse');
  });

  test('that never answers is given up in time, is never called twice at a time, and holds up no other', async () => {
    let underWay = 0;
    let most = 0;
    const { clock, heard, channel, mapOf, follower, watch } = setUp([]);
    const hanging = channel('hanging', {
      async tellLasting(_, signal) {
        most = Math.max(most, ++underWay);
        // It ends late even where it is aborted: the next call does not wait for that.
        signal.addEventListener('abort', () => underWay--);
        await new Promise(() => {});
      },
      tellLeft: async () => {
        most = Math.max(most, underWay + 1);
      },
    });
    await follower.change(mapOf([hanging, channel('ops', {})]), { timeout: 0 });
    follower.start();
    watch(probe('shop'))(bad);
    watch(probe('till'))(bad);
    await clock.advance(30 * second);
    follower.removed('till', 'ended');
    await clock.advance(5 * minute);
    expect(most).toBe(1);
    const ofHanging = heard.filter(line => line.includes('hanging'));
    expect(ofHanging.slice(0, 3)).toEqual([
      '15 hanging lasting shop/home till/home',
      '75 hanging left till/home',
      '135 hanging lasting shop/home',
    ]);
    expect(heard.filter(line => line.includes('ops lasting'))).toHaveLength(6);
  });
});

describe('an incident that was left', () => {
  test('is told once when its probe ends, and never again as lasting', async () => {
    const { clock, heard, follower, watch } = setUp();
    follower.start();
    watch(probe('shop'))(bad);
    await clock.advance(5 * second);
    follower.removed('shop', 'ended');
    follower.removed('shop', 'ended');
    await clock.advance(hour);
    expect(heard).toEqual(['5 ops left shop/home']);
  });

  test('is not told of where another replica watches the probe now', async () => {
    const { clock, heard, follower, watch } = setUp();
    follower.start();
    watch(probe('shop'))(bad);
    await clock.advance(5 * second);
    follower.removed('shop', 'handed-over');
    await clock.advance(hour);
    expect(heard).toEqual([]);
  });

  test('is not told of at a stop', async () => {
    const { clock, heard, follower, watch } = setUp();
    follower.start();
    watch(probe('shop'))(bad);
    await clock.advance(5 * second);
    await follower.stop({ timeout: second });
    await clock.advance(hour);
    expect(heard).toEqual([]);
  });

  test('is told to a channel that its probe does not name any more, even as it recovers', async () => {
    const { clock, heard, follower, watch } = setUp(['ops', 'pager']);
    follower.start();
    watch(probe('shop'))(bad);
    watch(probe('till'))(bad);
    watch(probe('shop', { notify: ['ops'] }))(bad);
    watch(probe('till', { notify: ['ops'] }))(well);
    await clock.advance(20 * second);
    expect(heard).toEqual([
      '0 pager left shop/home',
      '0 pager left till/home',
      '15 ops lasting shop/home',
    ]);
  });

  test.each([
    [
      'alert',
      {
        requests: [request('home')].map(each => ({
          ...each,
          alerts: [{ name: 'slow', assertion: 'response.time > 9000' }],
        })),
      },
    ],
    ['request', { requests: [request('cart')] }],
  ])('is told where its %s is gone from the probe', async (_, changed) => {
    const { clock, heard, follower, watch } = setUp();
    follower.start();
    watch(probe('shop'))(bad);
    watch(probe('shop', changed))(well);
    await clock.advance(20 * second);
    expect(heard).toEqual(['0 ops left shop/home']);
  });

  test('is not told of where it recovered', async () => {
    const { clock, heard, follower, watch } = setUp();
    follower.start();
    const run = watch(probe('shop'));
    run(refusal());
    run(well);
    follower.removed('shop', 'ended');
    await clock.advance(20 * second);
    expect(heard).toEqual([]);
  });

  test('is tried again with a backoff for an hour, then given up with an error in the log', async () => {
    const { clock, heard, lines, follower, watch } = setUp(['ops'], {
      tellLeft: async () => {
        throw new DeliveryError('tracker.test answered with status 500');
      },
    });
    follower.start();
    watch(probe('shop'))(bad);
    follower.removed('shop', 'ended');
    await clock.advance(3 * hour);
    expect(heard.slice(0, 4).map(line => line.split(' ')[0])).toEqual(['0', '1', '3', '7']);
    expect(heard.length).toBeLessThan(45);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain('gave up');
  });

  test('is told once the channel has heard of it, however long that takes', async () => {
    const { clock, heard, lines, owed, follower, watch } = setUp();
    follower.start();
    const incident = watch(probe('shop'))(bad)?.transitions[0];
    owed.add(incident?.id ?? '');
    follower.removed('shop', 'ended');
    await clock.advance(5 * hour);
    expect(heard).toEqual([]);
    owed.clear();
    await clock.advance(minute);
    expect(heard).toEqual(['18015 ops left shop/home']);
    expect(lines).toEqual([]);
  });

  test('is not told any more once its probe is watched again', async () => {
    let failures = 0;
    const { clock, heard, follower, watch } = setUp(['ops'], {
      tellLeft: async () => {
        failures++;
        throw new DeliveryError('tracker.test answered with status 500');
      },
    });
    follower.start();
    const run = watch(probe('shop'));
    run(bad);
    follower.removed('shop', 'ended');
    await clock.advance(begun);
    run(bad);
    await clock.advance(20 * second);
    expect(failures).toBe(1);
    expect(heard.at(-1)).toBe('15 ops lasting shop/home');
  });

  test('is told at a stop, where that is in time', async () => {
    const { heard, follower, watch } = setUp();
    follower.start();
    watch(probe('shop'))(bad);
    follower.removed('shop', 'ended');
    await follower.stop({ timeout: second });
    expect(heard).toEqual(['0 ops left shop/home']);
  });

  test('holds up no stop for longer than said', async () => {
    const { clock, follower, watch } = setUp(['ops'], { tellLeft: () => new Promise(() => {}) });
    follower.start();
    watch(probe('shop'))(bad);
    follower.removed('shop', 'ended');
    let stopped = Number.NaN;
    const stop = follower.stop({ timeout: 4 * second }).then(() => {
      stopped = clock.now();
    });
    await clock.advance(5 * second);
    await stop;
    expect(stopped).toBe(4 * second);
  });

  test('holds up no stop that is cut short', async () => {
    const { clock, follower, watch } = setUp(['ops'], { tellLeft: () => new Promise(() => {}) });
    follower.start();
    watch(probe('shop'))(bad);
    follower.removed('shop', 'ended');
    await clock.advance(begun);
    await follower.stop({ timeout: hour, signal: AbortSignal.abort() });
  });
});

describe('other channels', () => {
  test('hear of what lasts already; those that are gone do not', async () => {
    const { clock, heard, channel, mapOf, follower, watch } = setUp();
    follower.start();
    watch(probe('shop'))(bad);
    await clock.advance(20 * second);
    await follower.change(mapOf([channel('pager')]), { timeout: second });
    await clock.advance(20 * second);
    expect(heard).toEqual(['15 ops lasting shop/home', '35 pager lasting shop/home']);
  });

  test('hear by the same id what the last one was not told in time', async () => {
    const { clock, heard, channel, mapOf, follower, watch } = setUp(['ops'], {
      tellLeft: () => new Promise(() => {}),
    });
    follower.start();
    watch(probe('shop'))(bad);
    follower.removed('shop', 'ended');
    const changed = follower.change(mapOf([channel('ops', {})]), { timeout: 4 * second });
    await clock.advance(5 * second);
    await changed;
    await clock.advance(second);
    expect(heard).toEqual(['0 ops left shop/home', '4 ops left shop/home']);
  });

  test('hear of what is left while they take over', async () => {
    const { clock, heard, channel, mapOf, follower, watch } = setUp(['ops'], {
      tellLeft: () => new Promise(() => {}),
    });
    follower.start();
    watch(probe('shop'))(bad);
    watch(probe('till'))(bad);
    follower.removed('shop', 'ended');
    const changed = follower.change(mapOf([channel('ops', {})]), { timeout: 4 * second });
    follower.removed('till', 'ended');
    await clock.advance(5 * second);
    await changed;
    await clock.advance(second);
    expect(heard.toSorted()).toEqual([
      '0 ops left shop/home',
      '4 ops left shop/home',
      '4 ops left till/home',
    ]);
  });
});

const ids = fc.constantFrom('shop', 'till');
const results = fc.array(fc.constantFrom(well, bad, undefined), { minLength: 2, maxLength: 2 });
const steps = fc.oneof(
  fc.record({ kind: fc.constant('run' as const), id: ids, results }),
  fc.record({ kind: fc.constantFrom('ended' as const, 'handed-over' as const), id: ids }),
);

test('whatever befalls the probes, a look tells exactly what lasts, and what ends with a probe is left', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.array(steps, { maxLength: 6 }), { maxLength: 8 }),
      async minutes => {
        const { clock, heard, follower, watch } = setUp();
        follower.start();
        const names = ['home', 'cart'];
        const requests = names.map(name => request(name));
        const runs = {
          shop: watch(probe('shop', { requests })),
          till: watch(probe('till', { requests })),
        };
        const lasting = new Set<string>();
        for (const minute of minutes) {
          const left: string[] = [];
          for (const step of minute) {
            const own = names.map(name => `${step.id}/${name}`);
            if (step.kind === 'run') {
              runs[step.id === 'shop' ? 'shop' : 'till'](...step.results);
              for (const [index, name] of own.entries()) {
                if (step.results[index] === bad) lasting.add(name);
                if (step.results[index] === well) lasting.delete(name);
              }
            } else {
              follower.removed(step.id, step.kind);
              for (const name of own)
                if (lasting.delete(name) && step.kind === 'ended') left.push(name);
            }
            await clock.advance(0);
          }
          await clock.advance(60 * second);
          const told = heard.splice(0).map(line => line.replace(/^\S+ ops /, ''));
          expect(told.filter(line => line.startsWith('left')).toSorted()).toEqual(
            left.map(name => `left ${name}`).toSorted(),
          );
          expect(told.filter(line => line.startsWith('lasting')).map(sortedNames)).toEqual(
            lasting.size === 0 ? [] : [[...lasting].toSorted()],
          );
        }
        await follower.stop({ timeout: 0 });
      },
    ),
    { numRuns: 100 },
  );
});

const sortedNames = (line: string) => line.split(' ').slice(1).toSorted();
