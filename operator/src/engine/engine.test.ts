import { type Channel, DeliveryError, type Transition } from '@picket/monitor';
import { describe, expect, test } from 'vitest';
import { brief, setUp, spec } from '../reconcile/fixtures/set-up.ts';

const second = 1000;
const never = new AbortController().signal;

/** A receiver that takes what it is sent and never says so. */
function mute(): Channel & { readonly sent: Transition[] } {
  const sent: Transition[] = [];
  return {
    id: 'ops',
    timeout: 60 * second,
    sent,
    send: async transition => {
      sent.push(transition);
      await new Promise(() => {});
    },
  };
}

const refusing: Channel = {
  id: 'ops',
  timeout: second,
  send: () => Promise.reject(new DeliveryError('no')),
};

describe('a transition', () => {
  test('is told once it is in the status, and not before', async () => {
    const { clock, cluster, targets, told, start } = setUp();
    const { link } = start();
    cluster.create('till', spec('till'));
    await clock.advance(5 * second);
    targets.switch('shop/till', 'down');
    link.set('refused');
    await clock.advance(120 * second);
    expect(told).toEqual([]);
    link.set('up');
    await clock.advance(20 * second);
    expect(told.map(brief)).toEqual(['incident shop/till']);
    expect(cluster.condition('till', 'Healthy')).toBe('False IncidentOpen');
    expect(cluster.eventsOf('till')).toEqual(['IncidentOpened']);
  });

  test('counts as an incident once it is recorded', async () => {
    const { clock, cluster, targets, start } = setUp();
    const { metrics, link } = start();
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till'));
    await clock.advance(5 * second);
    link.set('refused');
    await clock.advance(20 * second);
    expect(await incidentsIn(metrics)).toBe(0);
    link.set('up');
    await clock.advance(20 * second);
    expect(await incidentsIn(metrics)).toBe(1);
  });

  test('that is told while the wall clock is set back an hour, is so nevertheless', async () => {
    const { clock, cluster, targets, told, start } = setUp();
    const { jump } = start();
    cluster.create('till', spec('till'));
    await clock.advance(5 * second);
    targets.switch('shop/till', 'down');
    await clock.advance(10 * second);
    jump(-3600 * second);
    await clock.advance(10 * second);
    expect(told.map(brief)).toEqual(['incident shop/till']);
    targets.switch('shop/till', 'up');
    await clock.advance(10 * second);
    jump(3600 * second);
    await clock.advance(10 * second);
    expect(told.map(brief)).toEqual(['incident shop/till', 'recovery shop/till']);
    expect(targets.asked).toHaveLength(5);
  });
});

describe('reload', () => {
  test('tells by the new channels what comes from then on, and nothing twice', async () => {
    const { clock, settle, cluster, targets, told, channel, start } = setUp();
    const { reload } = start();
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till'));
    await clock.advance(20 * second);
    await settle(reload([channel('ops'), channel('pager')]));
    targets.switch('shop/till', 'up');
    await clock.advance(30 * second);
    expect(told.map(one => `${one.channel} ${one.type}`)).toEqual([
      'ops incident',
      'ops recovery',
      'pager recovery',
    ]);
  });

  test('sends again what was not taken in time, by the same channel as it is now', async () => {
    const { clock, settle, cluster, targets, told, channel, start } = setUp();
    const before = mute();
    const { reload } = start({ channels: [before] });
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till'));
    await clock.advance(20 * second);
    expect(before.sent).toHaveLength(1);
    expect(await settle(reload([channel('ops')]))).toBeLessThanOrEqual(4 * second);
    await clock.advance(20 * second);
    expect(told).toEqual([{ ...before.sent[0], channel: 'ops' }]);
  });

  test.each(['silent', 'refused'] as const)(
    'takes no longer than four seconds with the API server %s and something to be given up',
    async state => {
      const { clock, settle, cluster, targets, told, channel, start } = setUp();
      const { link, reload } = start({ channels: [refusing] });
      targets.switch('shop/till', 'down');
      cluster.create('till', spec('till'));
      await clock.advance(20 * second);
      link.set(state);
      expect(await settle(reload([channel('pager')]))).toBeLessThanOrEqual(4 * second);
      expect(await settle(reload([channel('ops')]))).toBeLessThanOrEqual(4 * second);
      link.set('up');
      await clock.advance(60 * second);
      expect(cluster.get('till').status?.pending ?? []).toEqual([]);
      expect(told).toEqual([]);
    },
  );
});

describe('stop', () => {
  test('lets what runs end, records what comes of it, and tells it', async () => {
    const { clock, settle, cluster, targets, told, start } = setUp();
    const { stop } = start();
    targets.switch('shop/till', 'down');
    const answer = targets.hold('shop/till');
    cluster.create('till', spec('till', { incidentThreshold: 1 }));
    await clock.advance(5 * second);
    const stopped = settle(stop(never));
    await clock.advance(3 * second);
    answer();
    expect(await stopped).toBeLessThan(4 * second);
    expect(told.map(brief)).toEqual(['incident shop/till']);
    expect(cluster.get('till').status?.pending ?? []).toEqual([]);
    expect(cluster.get('till').status?.incidents).toBe(1);
  });

  test('records the counts in progress', async () => {
    const { clock, settle, cluster, targets, start } = setUp();
    const { stop } = start();
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till', { incidentThreshold: 9 }));
    await clock.advance(25 * second);
    await settle(stop(never));
    expect(cluster.get('till').status?.alerts).toMatchObject([{ streak: 3 }]);
  });

  test('cancels what runs once it is killed', async () => {
    const { clock, settle, cluster, targets, start } = setUp();
    const { stop } = start();
    targets.hold('shop/till');
    cluster.create('till', spec('till'));
    await clock.advance(5 * second);
    const kill = new AbortController();
    clock.setTimer(5 * second, () => kill.abort());
    expect(await settle(stop(kill.signal))).toBeLessThan(6 * second);
    expect(targets.asked.map(({ signal }) => signal.aborted)).toEqual([true]);
  });

  // Everything that may hang, each with what it has to do then.
  test.each([
    ['a receiver that never answers', { channel: mute, api: 'up', within: 4 }],
    ['an API server that never answers', { channel: () => refusing, api: 'silent', within: 9 }],
    ['both', { channel: mute, api: 'silent', within: 9 }],
    ['an API server that is away', { channel: mute, api: 'refused', within: 9 }],
  ] as const)('is over in time with %s, and does nothing more', async (_, hanging) => {
    const { clock, settle, cluster, targets, start } = setUp();
    const { stop, link } = start({ channels: [hanging.channel()] });
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till', { incidentThreshold: 1 }));
    cluster.create('house', spec('house'));
    await clock.advance(5 * second);
    link.set(hanging.api);
    targets.switch('shop/house', 'down');
    await clock.advance(30 * second);
    expect(await settle(stop(never))).toBeLessThanOrEqual(hanging.within * second);
    link.set('up');
    await clock.advance(second);
    const [calls, asked] = [link.calls.length, targets.asked.length];
    await clock.advance(600 * second);
    expect(link.calls).toHaveLength(calls);
    expect(targets.asked).toHaveLength(asked);
  });

  test('does not wait for what was sent and can’t be recorded: it is sent again by the next', async () => {
    const { clock, settle, cluster, targets, told, start } = setUp();
    const { stop, link } = start();
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till'));
    while (told.length === 0) await clock.advance(1);
    link.set('silent');
    await clock.advance(1);
    expect(await settle(stop(never))).toBeLessThanOrEqual(9 * second);
    start({ name: 'b' });
    await clock.advance(60 * second);
    expect(told.length).toBeLessThanOrEqual(2);
    expect(new Set(told.map(one => JSON.stringify(one))).size).toBe(1);
  });
});

async function incidentsIn(metrics: { scrape(): AsyncIterable<string> }): Promise<number> {
  const text = (await Array.fromAsync(metrics.scrape())).join('');
  const counts = text.matchAll(/^picket_incidents_total\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}
