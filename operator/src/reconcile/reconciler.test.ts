import { DeliveryError } from '@picket/monitor';
import { describe, expect, test } from 'vitest';
import { brief, setUp, spec } from './fixtures/set-up.ts';

// The numbers are those of the scenarios at `Reconciler`.

const second = 1000;
const token = [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'login', key: 'token' } } }];
const patient = { interval: 3600 };

describe('a probe', () => {
  test('1. that is new is ready at once, runs on its grid, and is healthy once it has run', async () => {
    const { clock, cluster, targets, start } = setUp();
    start();
    cluster.create('till', spec('till'));
    await clock.advance(0);
    expect(cluster.condition('till', 'Ready')).toBe('True Scheduled');
    expect(cluster.condition('till', 'Healthy')).toBe('Unknown NotRunYet');
    await clock.advance(13 * second);
    expect(cluster.condition('till', 'Healthy')).toBe('True NoIncident');
    const [first = Number.NaN, next] = targets.askedOf('shop/till').map(({ at }) => at);
    expect(first).toBeLessThanOrEqual(3 * second);
    expect(next).toBe(first + 10 * second);
  });

  test('2. that is invalid is not run and says why, once; mended, it is run', async () => {
    const { clock, cluster, targets, start } = setUp();
    start();
    cluster.create('till', spec('till', { notify: ['nobody'] }));
    await clock.advance(60 * second);
    expect(cluster.condition('till', 'Ready')).toBe('False InvalidSpec');
    expect(cluster.condition('till', 'Healthy')).toBe('Unknown NotReady');
    expect(cluster.eventsOf('till')).toEqual(['InvalidSpec']);
    expect(targets.asked).toEqual([]);
    cluster.apply('till', spec('till'));
    await clock.advance(5 * second);
    expect(cluster.condition('till', 'Ready')).toBe('True Scheduled');
    expect(targets.askedOf('shop/till')).toHaveLength(1);
  });

  test('3. that becomes invalid does not go on as its last good version, and keeps its counts', async () => {
    const { clock, cluster, targets, told, start } = setUp();
    start();
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till'));
    await clock.advance(5 * second);
    cluster.apply('till', spec('till', { notify: ['nobody'] }));
    await clock.advance(60 * second);
    expect(targets.askedOf('shop/till')).toHaveLength(1);
    expect(cluster.condition('till', 'Healthy')).toBe('Unknown NotReady');
    expect(told).toEqual([]);
    cluster.apply('till', spec('till'));
    await clock.advance(5 * second);
    expect(told.map(brief)).toEqual(['incident shop/till']);
  });
});

describe('a Secret', () => {
  test('4. that is missing is waited for', async () => {
    const { clock, cluster, targets, start } = setUp();
    start();
    cluster.create('till', spec('till', { env: token }));
    await clock.advance(30 * second);
    expect(cluster.condition('till', 'Ready')).toBe('False ReferenceNotFound');
    expect(cluster.eventsOf('till')).toEqual(['ReferenceNotFound']);
    expect(targets.asked).toEqual([]);
    cluster.putSecret('login', { token: 'first' });
    await clock.advance(34 * second);
    expect(cluster.condition('till', 'Ready')).toBe('True Scheduled');
    expect(targets.askedOf('shop/till').at(-1)?.env).toEqual({ TOKEN: 'first' });
  });

  test('5. that disappears stops the probe, which says so; once it is back it runs again', async () => {
    const { clock, cluster, targets, start } = setUp();
    start();
    cluster.putSecret('login', { token: 'first' });
    cluster.create('till', spec('till', { env: token }));
    await clock.advance(5 * second);
    cluster.removeSecret('login');
    await clock.advance(80 * second);
    expect(cluster.condition('till', 'Ready')).toBe('False ReferenceNotFound');
    const { length } = targets.asked;
    await clock.advance(60 * second);
    expect(targets.asked).toHaveLength(length);
    cluster.putSecret('login', { token: 'second' });
    await clock.advance(35 * second);
    expect(targets.askedOf('shop/till').at(-1)?.env).toEqual({ TOKEN: 'second' });
  });

  test('6. that changes is used within a minute, on the same grid and with the same counts', async () => {
    const { clock, cluster, targets, told, start } = setUp();
    start();
    cluster.putSecret('login', { token: 'first' });
    cluster.create('till', spec('till', { env: token, incidentThreshold: 9 }));
    targets.switch('shop/till', 'down');
    await clock.advance(20 * second);
    cluster.putSecret('login', { token: 'second' });
    await clock.advance(63 * second);
    const asked = targets.askedOf('shop/till');
    const first = asked[0]?.at ?? Number.NaN;
    expect(asked.at(-1)?.env).toEqual({ TOKEN: 'second' });
    expect(asked.map(({ at }) => (at - first) % (10 * second))).toEqual(asked.map(() => 0));
    await clock.advance(10 * second);
    expect(told.map(brief)).toEqual(['incident shop/till']);
    expect(targets.askedOf('shop/till')).toHaveLength(10);
  });

  test('7. that can’t be read any more is used as it was, and no run comes more than five seconds late', async () => {
    const { clock, cluster, targets, start } = setUp();
    const { link } = start();
    cluster.putSecret('login', { token: 'first' });
    cluster.create('till', spec('till', { env: token }));
    await clock.advance(30 * second);
    link.set('silent');
    await clock.advance(300 * second);
    const asked = targets.askedOf('shop/till');
    const first = asked[0]?.at ?? Number.NaN;
    expect(asked).toHaveLength(33);
    asked.forEach(({ at, env }, run) => {
      expect(env).toEqual({ TOKEN: 'first' });
      expect(at - first - run * 10 * second).toBeLessThanOrEqual(5 * second);
    });
  });

  test('7. that can’t be read any more and is not kept either, is what the probe was compiled with', async () => {
    const { clock, cluster, targets, start } = setUp();
    const { link } = start({ mostSecrets: 1 });
    for (const name of ['till', 'house']) {
      cluster.putSecret(name, { token: name });
      const env = [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name, key: 'token' } } }];
      cluster.create(name, spec(name, { env }));
    }
    await clock.advance(30 * second);
    link.set('silent');
    await clock.advance(60 * second);
    for (const name of ['till', 'house']) {
      const asked = targets.askedOf(`shop/${name}`);
      expect(asked.length).toBeGreaterThanOrEqual(8);
      expect(asked.at(-1)?.env).toEqual({ TOKEN: name });
    }
  });
});

describe('suspended', () => {
  test('8. a probe is not run, and recovers from nothing; resumed, it goes on', async () => {
    const { clock, cluster, targets, told, start } = setUp();
    start();
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till'));
    await clock.advance(15 * second);
    cluster.apply('till', spec('till', { suspend: true }));
    targets.switch('shop/till', 'up');
    await clock.advance(60 * second);
    expect(cluster.condition('till', 'Suspended')).toBe('True Suspended');
    expect(targets.asked).toHaveLength(2);
    expect(told.map(brief)).toEqual(['incident shop/till']);
    cluster.apply('till', spec('till'));
    await clock.advance(15 * second);
    expect(cluster.condition('till', 'Suspended')).toBe('False NotSuspended');
    expect(told.map(brief)).toEqual(['incident shop/till', 'recovery shop/till']);
  });
});

describe('9. asked to run now', () => {
  test('a probe is run once for each value', async () => {
    const { clock, cluster, targets, start } = setUp();
    start();
    cluster.create('till', spec('till', patient));
    await clock.advance(60 * second);
    for (const value of ['1', '2', '1']) {
      cluster.askToRun('till', value);
      await clock.advance(60 * second);
      expect(cluster.get('till').status?.lastRunNow).toBe(value);
    }
    cluster.apply('till', spec('till', { ...patient, description: 'changed' }));
    await clock.advance(60 * second);
    expect(targets.askedOf('shop/till')).toHaveLength(4);
    expect(cluster.eventsOf('till')).toEqual([]);
  });

  test('a new probe is run at once', async () => {
    const { clock, cluster, targets, start } = setUp();
    start();
    cluster.create('till', spec('till', patient), { 'picket.dev/run-now': 'please' });
    await clock.advance(1);
    expect(targets.askedOf('shop/till')).toHaveLength(1);
  });

  test('one that is being run is run once more', async () => {
    const { clock, cluster, targets, start } = setUp();
    start();
    const answer = targets.hold('shop/till');
    cluster.create('till', spec('till', patient));
    await clock.advance(5 * second);
    cluster.askToRun('till', '1');
    await clock.advance(5 * second);
    expect(targets.asked).toHaveLength(1);
    answer();
    await clock.advance(5 * second);
    expect(targets.asked).toHaveLength(2);
  });

  test('it is not again by a replica that starts, or takes over', async () => {
    const { clock, cluster, targets, start } = setUp();
    const first = start();
    cluster.create('till', spec('till', patient));
    await clock.advance(60 * second);
    cluster.askToRun('till', '1');
    await clock.advance(60 * second);
    first.kill();
    const second_ = start({ name: 'b' });
    await clock.advance(60 * second);
    const third = start({ name: 'c', owns: () => false });
    second_.share(() => false);
    third.share(() => true);
    await clock.advance(60 * second);
    expect(targets.asked.map(({ by }) => by)).toEqual(['a', 'a', 'b', 'c']);
  });

  test('a suspended one is not, which an Event says, and not when it is resumed', async () => {
    const { clock, cluster, targets, start } = setUp();
    start();
    cluster.create('till', spec('till', { suspend: true }));
    cluster.askToRun('till', '1');
    await clock.advance(60 * second);
    expect(targets.asked).toEqual([]);
    expect(cluster.eventsOf('till')).toEqual(['RunNowIgnored']);
    expect(cluster.get('till').status?.lastRunNow).toBe('1');
    cluster.apply('till', spec('till', patient));
    await clock.advance(60 * second);
    expect(targets.asked).toHaveLength(1);
  });

  test('one that waits for a Secret is when it is there', async () => {
    const { clock, cluster, targets, start } = setUp();
    start();
    cluster.create('till', spec('till', { ...patient, env: token }));
    cluster.askToRun('till', '1');
    await clock.advance(5 * second);
    cluster.putSecret('login', { token: 'first' });
    await clock.advance(5.5 * second);
    expect(targets.asked).toHaveLength(1);
    expect(cluster.eventsOf('till')).toEqual(['ReferenceNotFound']);
  });
});

describe('gone', () => {
  test('10. while it is run, a probe’s result counts for nothing and its run is ended', async () => {
    const { clock, cluster, targets, told, start } = setUp();
    const { engine, reconciler } = start();
    targets.hold('shop/till');
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till', { incidentThreshold: 1 }));
    await clock.advance(5 * second);
    cluster.remove('till');
    await clock.advance(1);
    expect(targets.asked.map(({ signal }) => signal.aborted)).toEqual([true]);
    await clock.advance(60 * second);
    expect(targets.asked).toHaveLength(1);
    expect(told).toEqual([]);
    expect(reconciler.owned).toBe(0);
    expect(engine.writer.unwritten).toBe(0);
  });

  test('10. nothing that was owed of it is sent any more', async () => {
    const { clock, cluster, targets, start } = setUp();
    const channel = refusingChannel();
    const { engine } = start({ channels: [channel] });
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till'));
    await clock.advance(20 * second);
    expect(await engine.writer.outbox.channels()).toEqual(['ops']);
    cluster.remove('till');
    await clock.advance(second);
    expect(await engine.writer.outbox.channels()).toEqual([]);
    const { tries } = channel;
    await clock.advance(3600 * second);
    expect(channel.tries).toBe(tries);
  });

  test('11. and made anew under its name in between, it is another: its states, ids and runs begin anew', async () => {
    const { clock, cluster, targets, told, start } = setUp();
    start();
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till'));
    await clock.advance(15 * second);
    cluster.remove('till');
    cluster.create('till', spec('till'));
    await clock.advance(5 * second);
    expect(cluster.condition('till', 'Healthy')).toBe('True NoIncident');
    await clock.advance(10 * second);
    expect(told.map(brief)).toEqual(['incident shop/till', 'incident shop/till']);
    expect(new Set(told.map(({ id }) => id)).size).toBe(2);
  });

  test('11. and made anew while it was run, the new one does not wait for that run', async () => {
    const { clock, cluster, targets, start } = setUp();
    start();
    const answer = targets.hold('shop/till');
    cluster.create('till', spec('till'));
    await clock.advance(5 * second);
    answer();
    targets.hold('shop/till');
    await clock.advance(10 * second);
    expect(targets.asked).toHaveLength(2);
    cluster.remove('till');
    cluster.create('till', spec('house'));
    await clock.advance(5 * second);
    expect(targets.asked.map(({ url }) => url)).toEqual([
      'http://till.test/',
      'http://till.test/',
      'http://house.test/',
    ]);
  });

  test('12. and made under another name, it is another', async () => {
    const { clock, cluster, targets, told, start } = setUp();
    const { metrics } = start();
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till'));
    await clock.advance(15 * second);
    cluster.remove('till');
    cluster.create('house', spec('till'));
    await clock.advance(60 * second);
    expect(cluster.condition('house', 'Healthy')).toBe('True NoIncident');
    expect(told.map(brief)).toEqual(['incident shop/till']);
    expect(await probesIn(metrics)).toEqual(['house']);
  });

  test('18. but for somebody’s finalizer, it is as good as gone', async () => {
    const { clock, cluster, targets, start } = setUp();
    const { metrics, reconciler } = start();
    cluster.create('till', spec('till'));
    await clock.advance(5 * second);
    cluster.beginRemoval('till');
    await clock.advance(1);
    const { resourceVersion } = cluster.get('till').metadata;
    await clock.advance(60 * second);
    expect(targets.asked).toHaveLength(1);
    expect(reconciler.owned).toBe(0);
    expect(await probesIn(metrics)).toEqual([]);
    expect(cluster.get('till').metadata.resourceVersion).toBe(resourceVersion);
  });

  test('many leave nothing behind', async () => {
    const { clock, cluster, start } = setUp();
    const { engine, metrics, reconciler } = start();
    for (let round = 0; round < 5; round++) {
      const names = Array.from({ length: 100 }, (_, n) => `probe-${n}`);
      for (const name of names) cluster.create(name, spec(name));
      await clock.advance(4 * second);
      expect(reconciler.owned).toBe(100);
      for (const name of names) cluster.remove(name);
      await clock.advance(second);
    }
    expect(reconciler.owned).toBe(0);
    expect(engine.writer.unwritten).toBe(0);
    expect(await probesIn(metrics)).toEqual([]);
    expect(await engine.writer.outbox.channels()).toEqual([]);
  });
});

describe('13. a spec that changes during a run', () => {
  test('ends it: its result counts for nothing, and the new version does not wait for it', async () => {
    const { clock, cluster, targets, told, start } = setUp();
    start();
    targets.switch('shop/till', 'down');
    targets.hold('shop/till');
    cluster.create('till', spec('till', { incidentThreshold: 1 }));
    await clock.advance(5 * second);
    targets.hold('shop/till')();
    targets.switch('shop/till', 'up');
    cluster.apply('till', spec('house', { incidentThreshold: 1 }));
    await clock.advance(15 * second);
    expect(targets.asked.map(({ url, signal }) => [url, signal.aborted])).toEqual([
      ['http://till.test/', true],
      ['http://house.test/', false],
    ]);
    expect(told).toEqual([]);
    expect(cluster.condition('till', 'Healthy')).toBe('True NoIncident');
  });
});

describe('a probe that is lost to another replica', () => {
  test('14. while it is looked at is not run', async () => {
    const { clock, cluster, targets, start } = setUp();
    const { link, share, reconciler } = start({ latency: 100 });
    cluster.putSecret('login', { token: 'first' });
    cluster.create('till', spec('till', { env: token }));
    while (!link.calls.includes('get secrets')) await clock.advance(10);
    share(() => false);
    await clock.advance(60 * second);
    expect(targets.asked).toEqual([]);
    expect(reconciler.owned).toBe(0);
  });

  test('15. and regained before anybody noticed, goes on as if nothing had been', async () => {
    const { clock, cluster, targets, start } = setUp();
    const { share } = start();
    cluster.create('till', spec('till'));
    await clock.advance(15 * second);
    share(() => false);
    share(() => true);
    await clock.advance(20 * second);
    const asked = targets.askedOf('shop/till').map(({ at }) => at);
    expect(asked.map(at => at - (asked[0] ?? 0))).toEqual([0, 10_000, 20_000, 30_000]);
  });

  test('15. and regained a moment later, keeps its counts', async () => {
    const { clock, cluster, targets, told, start } = setUp();
    const { share } = start();
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till', { incidentThreshold: 4 }));
    await clock.advance(5 * second);
    for (let times = 0; times < 3; times++) {
      share(() => false);
      await clock.advance(10);
      share(() => true);
      await clock.advance(4 * second);
    }
    expect(targets.asked).toHaveLength(4);
    expect(told.map(brief)).toEqual(['incident shop/till']);
  });

  test('15. is told of by that one alone', async () => {
    const { clock, cluster, targets, start } = setUp();
    const channel = refusingChannel();
    const { engine, share } = start({ channels: [channel] });
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till'));
    await clock.advance(20 * second);
    share(() => false);
    await clock.advance(second);
    expect(await engine.writer.outbox.channels()).toEqual([]);
    const { tries } = channel;
    await clock.advance(3600 * second);
    expect(channel.tries).toBe(tries);
    share(() => true);
    await clock.advance(600 * second);
    expect(channel.tries).toBeGreaterThan(tries);
  });

  test('16. that has recorded it goes on from that record, also with a run under way', async () => {
    const { clock, cluster, targets, told, start } = setUp();
    targets.switch('shop/till', 'down');
    start({ name: 'a' });
    cluster.create('till', spec('till'));
    await clock.advance(7 * second);
    start({ name: 'b' });
    await clock.advance(4 * second);
    const answer = targets.hold('shop/till', 'b');
    await clock.advance(10 * second);
    expect(targets.asked.filter(({ by }) => by === 'b').length).toBeGreaterThan(1);
    expect(told.map(brief)).toEqual(['incident shop/till']);
    answer();
    await clock.advance(30 * second);
    targets.switch('shop/till', 'up');
    await clock.advance(60 * second);
    expect(told.map(brief)).toEqual(['incident shop/till', 'recovery shop/till']);
    expect(cluster.get('till').status?.sequence).toBe(2);
  });
});

describe('17. a changed file', () => {
  test('makes probes valid by a channel it adds, and invalid by one it takes away', async () => {
    const { clock, settle, cluster, targets, channel, start } = setUp();
    const { reload } = start();
    cluster.create('till', spec('till', { notify: ['pager'] }));
    await clock.advance(5 * second);
    expect(cluster.condition('till', 'Ready')).toBe('False InvalidSpec');
    await settle(reload([channel('ops'), channel('pager')]));
    await clock.advance(5 * second);
    expect(cluster.condition('till', 'Ready')).toBe('True Scheduled');
    expect(targets.asked).toHaveLength(1);
    await settle(reload([channel('ops')]));
    await clock.advance(30 * second);
    expect(cluster.condition('till', 'Ready')).toBe('False InvalidSpec');
    expect(targets.asked).toHaveLength(1);
  });

  test('counts for probes that are being looked at, too', async () => {
    const { clock, settle, cluster, channel, start } = setUp();
    const { link, reload } = start({ latency: 1000, channels: [channel('pager')] });
    cluster.putSecret('login', { token: 'first' });
    cluster.create('till', spec('till', { env: token, notify: ['pager'] }));
    while (!link.calls.includes('get secrets')) await clock.advance(10);
    await settle(reload([]));
    await clock.advance(30 * second);
    expect(cluster.condition('till', 'Ready')).toBe('False InvalidSpec');
  });
});

describe('what is owed', () => {
  const refusing = refusingChannel();

  test('19. to a channel that is no more is given up, and an Event says so', async () => {
    const { clock, settle, cluster, targets, start } = setUp();
    const { reload } = start({ channels: [refusing] });
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till'));
    await clock.advance(30 * second);
    expect(cluster.get('till').status?.pending).toHaveLength(1);
    await settle(reload([]));
    await clock.advance(30 * second);
    expect(cluster.get('till').status?.pending ?? []).toEqual([]);
    expect(cluster.eventsOf('till')).toEqual(['IncidentOpened', 'NotificationGivenUp']);
  });

  test('19. for a day is given up, and an Event says so', async () => {
    const { clock, cluster, targets, start } = setUp();
    start({ channels: [refusing] });
    targets.switch('shop/till', 'down');
    cluster.create('till', spec('till', patient));
    await clock.advance(27 * 3600 * second);
    expect(cluster.eventsOf('till')).toEqual(['IncidentOpened', 'NotificationGivenUp']);
  });

  test.each(['killed', 'stopped'] as const)(
    '20. by a replica that was %s is sent by the next, once, and as it would have been',
    async how => {
      const { clock, settle, cluster, targets, told, channel, start } = setUp();
      const first = start({ channels: [refusing] });
      targets.switch('shop/till', 'down');
      cluster.create('till', spec('till'));
      await clock.advance(14 * second);
      const [owed] = cluster.get('till').status?.pending ?? [];
      if (how === 'killed') first.kill();
      else await settle(first.stop(new AbortController().signal));
      await clock.advance(11 * second);
      start({ name: 'b', channels: [channel('ops')] });
      await clock.advance(600 * second);
      expect(told).toMatchObject([{ id: owed?.id, at: Date.parse(owed?.at ?? '') }]);
      expect(cluster.get('till').status?.pending ?? []).toEqual([]);
      expect(cluster.eventsOf('till')).toEqual(['IncidentOpened']);
    },
  );
});

/** A receiver that takes nothing, and counts how often it was asked to. */
function refusingChannel() {
  return {
    id: 'ops',
    timeout: 1000,
    tries: 0,
    async send() {
      this.tries++;
      throw new DeliveryError('no');
    },
  };
}

async function probesIn(metrics: { scrape(): AsyncIterable<string> }): Promise<readonly string[]> {
  const slices = await Array.fromAsync(metrics.scrape());
  const found = slices.join('').matchAll(/^probe_success\{.*\bprobe="([^"]*)"/gm);
  return [...found].map(([, name = '']) => name);
}
