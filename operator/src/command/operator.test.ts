import { type Log, PicketError } from '@picket/monitor';
import { createFakeClock } from '@picket/monitor/fixtures/fake-clock';
import { describe, expect, test } from 'vitest';
import { createMortalClock } from '../../fixtures/mortal-clock.ts';
import { createServerLink } from '../../fixtures/server-link.ts';
import { KubeError } from '../kube/kube-error.ts';
import { leases } from '../kube/resources/leases.ts';
import { createControllerMetrics } from '../metrics/controller-metrics.ts';
import { createTestCluster } from '../reconcile/fixtures/cluster.ts';
import { spec } from '../reconcile/fixtures/set-up.ts';
import { type Refusal, refusing } from './fixtures/refusing-api.ts';
import { createOperator } from './operator.ts';
import { parseOptions } from './options.ts';

const second = 1000;
const never = new AbortController().signal;
const notServed = new KubeError('the server could not find the requested resource', {
  status: 404,
  reason: 'NotFound',
});
const forbidden = new KubeError('is forbidden', { status: 403, reason: 'Forbidden' });

/** A cluster, and operators that ask for a name at each run and are denied it, so that nothing leaves the machine. */
function setUp() {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const cluster = createTestCluster();
  const refused: { by: Refusal } = { by: () => undefined };

  const operate = (name = 'a', ...flags: readonly string[]) => {
    const own = createMortalClock(clock);
    const link = createServerLink({ server: cluster.server, clock: own });
    const api = refusing(link.api, (...call) => refused.by(...call));
    const asked: [host: string, at: number][] = [];
    const logged: [level: string, message: string][] = [];
    const logAt = (level: string) => (_: object, message: string) => {
      logged.push([level, message]);
    };
    const log: Log = {
      debug() {},
      info: logAt('info'),
      warn: logAt('warn'),
      error: logAt('error'),
    };
    const operator = createOperator({
      options: parseOptions(flags, { POD_NAME: name, POD_NAMESPACE: 'picket' }, '0.0.0'),
      api,
      leaseApi: api,
      shared: {
        channels: new Map(),
        egress: {
          async resolve(host) {
            asked.push([host, clock.now()]);
            throw new PicketError('PKT_EGRESS_DENIED', 'denied');
          },
        },
        notes: [],
      },
      clock: own,
      random: () => 0.5,
      log,
      metrics: createControllerMetrics(),
    });
    const kill = () => {
      own.kill();
      link.set('silent');
    };
    return { operator, link, asked, logged, kill };
  };
  const settle = async (work: Promise<void>) => {
    const began = clock.now();
    let isDone = false;
    const done = work.finally(() => {
      isDone = true;
    });
    await clock.advance(0);
    while (!isDone) await clock.advance(50);
    await done;
    return clock.now() - began;
  };
  const leaseNames = () =>
    cluster.server.list(leases, { namespace: 'picket' }).map(({ metadata }) => metadata.name);
  return { clock, cluster, refused, operate, settle, leaseNames };
}

describe('start', () => {
  test('resolves once what is its own is run, and not before', async () => {
    const { clock, cluster, operate, leaseNames } = setUp();
    cluster.create('till', spec('till'));
    const { operator, asked } = operate();
    expect(operator.isReady()).toBe(false);
    const started = operator.start(never);
    await clock.advance(second);
    await started;
    expect(operator.isReady()).toBe(true);
    expect(leaseNames()).toEqual(['a']);
    expect(cluster.condition('till', 'Ready')).toBe('True Scheduled');
    await clock.advance(10 * second);
    expect(asked.map(([host]) => host)).toEqual(['till.test']);
  });

  test('spreads first runs over ten seconds where it begins alone, and over three where it takes over', async () => {
    const { clock, cluster, operate } = setUp();
    const names = Array.from({ length: 40 }, (_, n) => `probe-${n}`);
    for (const name of names) cluster.create(name, spec(name, { interval: 60 }));
    const first = operate('a');
    void first.operator.start(never);
    await clock.advance(20 * second);
    const latest = Math.max(...first.asked.map(([, at]) => at));
    expect(new Set(first.asked.map(([host]) => host)).size).toBe(40);
    expect(latest).toBeGreaterThan(8 * second);
    expect(latest).toBeLessThanOrEqual(10 * second);

    const joined = clock.now();
    const other = operate('b');
    void other.operator.start(never);
    await clock.advance(5 * second);
    const taken = other.asked.map(([, at]) => at - joined);
    expect(taken.length).toBeGreaterThan(10);
    expect(Math.max(...taken)).toBeLessThanOrEqual(3 * second);
    cluster.create('late', spec('late', { interval: 60 }));
    const made = clock.now();
    await clock.advance(5 * second);
    const late = [...first.asked, ...other.asked].filter(([host]) => host === 'late.test');
    expect(late.map(([, at]) => at - made).every(wait => wait <= 3 * second)).toBe(true);
    expect(late).toHaveLength(1);
  });

  test('waits for the kind to be there', async () => {
    const { clock, cluster, refused, operate, leaseNames } = setUp();
    refused.by = plural => (plural === 'probes' ? notServed : undefined);
    const { operator, logged } = operate();
    void operator.start(never);
    await clock.advance(120 * second);
    expect(operator.isReady()).toBe(false);
    expect(leaseNames()).toEqual([]);
    expect(logged).toContainEqual(['warn', 'cannot hear of probes; will try again']);
    refused.by = () => undefined;
    cluster.create('till', spec('till'));
    await clock.advance(60 * second);
    expect(operator.isReady()).toBe(true);
    expect(cluster.condition('till', 'Ready')).toBe('True Scheduled');
  });

  test('waits for the right to write its Lease', async () => {
    const { clock, cluster, refused, operate, settle } = setUp();
    cluster.create('till', spec('till'));
    refused.by = plural => (plural === 'leases' ? forbidden : undefined);
    const { operator, asked, logged } = operate();
    void operator.start(never);
    await clock.advance(60 * second);
    expect(operator.isReady()).toBe(false);
    expect(asked).toEqual([]);
    expect(logged).toContainEqual(['warn', 'the lease could not be renewed; will try again']);
    refused.by = () => undefined;
    await clock.advance(10 * second);
    expect(operator.isReady()).toBe(true);
    expect(await settle(operator.stop(never))).toBeLessThan(second);
  });

  test('does not wait for a namespace that it may not see, as one that was deleted', async () => {
    const { clock, cluster, refused, operate } = setUp();
    cluster.create('till', spec('till'));
    refused.by = (plural, { namespace }) =>
      plural === 'probes' && namespace === 'gone' ? forbidden : undefined;
    const { operator, asked } = operate('a', '--namespaces=gone,shop');
    void operator.start(never);
    await clock.advance(20 * second);
    expect(operator.isReady()).toBe(true);
    expect(asked.map(([host]) => host)).toContain('till.test');
  });

  test('waits where it may see none', async () => {
    const { clock, refused, operate } = setUp();
    refused.by = plural => (plural === 'probes' ? forbidden : undefined);
    const { operator } = operate('a', '--namespaces=gone,shop');
    void operator.start(never);
    await clock.advance(60 * second);
    expect(operator.isReady()).toBe(false);
    refused.by = () => undefined;
    await clock.advance(60 * second);
    expect(operator.isReady()).toBe(true);
  });

  test.each([
    ['before anything', () => undefined, 0],
    ['before it has heard of probes', (p: string) => (p === 'probes' ? notServed : undefined), 30],
    ['before it has joined', (p: string) => (p === 'leases' ? forbidden : undefined), 30],
  ] as const)('is ended %s by its signal, and leaves nothing behind', async (_, by, seconds) => {
    const { clock, cluster, refused, operate, settle, leaseNames } = setUp();
    cluster.create('till', spec('till'));
    refused.by = by;
    const { operator, link, asked } = operate();
    const stop = new AbortController();
    if (seconds === 0) stop.abort();
    const started = operator.start(stop.signal);
    await clock.advance(seconds * second);
    stop.abort();
    expect(await settle(started)).toBeLessThan(second);
    expect(operator.isReady()).toBe(false);
    expect(await settle(operator.stop(never))).toBeLessThan(second);
    expect(leaseNames()).toEqual([]);
    const calls = link.calls.length;
    refused.by = () => undefined;
    await clock.advance(300 * second);
    expect(link.calls).toHaveLength(calls);
    expect(asked).toEqual([]);
  });
});

describe('the kind that is deleted while it runs', () => {
  test('takes its probes with it, and once it is back they run again', async () => {
    const { clock, cluster, refused, operate } = setUp();
    cluster.create('till', spec('till'));
    const { operator, asked } = operate();
    void operator.start(never);
    await clock.advance(20 * second);
    cluster.remove('till');
    refused.by = plural => (plural === 'probes' ? notServed : undefined);
    await clock.advance(60 * second);
    const { length } = asked;
    expect(operator.isReady()).toBe(true);
    refused.by = () => undefined;
    cluster.create('till', spec('till'));
    await clock.advance(60 * second);
    expect(asked.length).toBeGreaterThan(length);
    expect(cluster.condition('till', 'Ready')).toBe('True Scheduled');
  });
});

describe('stop', () => {
  test('hands over what was counted before it gives up its Lease', async () => {
    const { clock, cluster, operate, settle, leaseNames } = setUp();
    cluster.create('till', spec('till', { incidentThreshold: 9 }));
    const { operator, link } = operate();
    void operator.start(never);
    await clock.advance(25 * second);
    expect(await settle(operator.stop(never))).toBeLessThan(second);
    expect(operator.isReady()).toBe(false);
    expect(leaseNames()).toEqual([]);
    expect(cluster.get('till').status?.alerts).toMatchObject([{ streak: 2 }]);
    expect(link.calls.slice(-2)).toEqual(['replace probes', 'remove leases']);
  });

  test('is taken over at once, with all counts', async () => {
    const { clock, cluster, operate, settle } = setUp();
    const names = Array.from({ length: 20 }, (_, n) => `probe-${n}`);
    for (const name of names) cluster.create(name, spec(name, { incidentThreshold: 4 }));
    const [a, b] = [operate('a'), operate('b')];
    void a.operator.start(never);
    void b.operator.start(never);
    await clock.advance(25 * second);
    await settle(a.operator.stop(never));
    await clock.advance(15 * second);
    for (const name of names) expect(cluster.condition(name, 'Healthy')).toMatch(/IncidentOpen/);
    expect(b.logged.filter(([level]) => level === 'error')).toEqual([]);
  });

  test('is over within twelve seconds of the last run while the API server answers nothing', async () => {
    const { clock, cluster, operate, settle } = setUp();
    const env = [{ name: 'T', valueFrom: { secretKeyRef: { name: 'login', key: 'token' } } }];
    cluster.create('till', spec('till', { incidentThreshold: 1 }));
    cluster.create('waiting', spec('waiting', { env }));
    const { operator, link } = operate();
    void operator.start(never);
    await clock.advance(5 * second);
    link.set('silent');
    await clock.advance(20 * second);
    expect(await settle(operator.stop(never))).toBeLessThanOrEqual(12 * second);
    const calls = link.calls.length;
    link.set('up');
    await clock.advance(300 * second);
    expect(link.calls).toHaveLength(calls);
  });
});

test('two replicas of one name tell nothing twice', async () => {
  const { clock, cluster, operate } = setUp();
  cluster.create('till', spec('till'));
  const twins = [operate('a'), operate('a')];
  for (const { operator } of twins) void operator.start(never);
  await clock.advance(120 * second);
  expect(cluster.get('till').status).toMatchObject({ sequence: 1, incidents: 1 });
  expect(cluster.eventsOf('till')).toEqual(['IncidentOpened']);
  for (const { logged } of twins) expect(logged.filter(([level]) => level === 'error')).toEqual([]);
});
