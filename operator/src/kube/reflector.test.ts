import { createFakeClock } from '@picket/monitor/fixtures/fake-clock';
import { afterEach, describe, expect, test } from 'vitest';
import { brokenConfigMap, configMap } from '../../fixtures/config-map.ts';
import { createScriptedApi } from '../../fixtures/scripted-api.ts';
import { createCache } from './cache.ts';
import { KubeError, unreachable } from './kube-error.ts';
import { createReflector, type ReflectorSettings } from './reflector.ts';
import { type ConfigMap, configMaps } from './resources/config-maps.ts';

const ending: (() => void)[] = [];
afterEach(() => {
  for (const end of ending.splice(0)) end();
});

const bookmark = (resourceVersion: string) => ({
  type: 'BOOKMARK',
  object: { metadata: { resourceVersion } },
});
const initialEnd = (resourceVersion: string) => ({
  type: 'BOOKMARK',
  object: {
    metadata: { resourceVersion, annotations: { 'k8s.io/initial-events-end': 'true' } },
  },
});
const added = (object: unknown) => ({ type: 'ADDED', object });
const modified = (object: unknown) => ({ type: 'MODIFIED', object });
const deleted = (object: unknown) => ({ type: 'DELETED', object });
const gone = { type: 'ERROR', object: { kind: 'Status', code: 410, reason: 'Expired' } };
const listOf = (resourceVersion: string, ...items: readonly unknown[]) => ({
  metadata: { resourceVersion },
  items,
});
const refused = (status: number) => new KubeError('refused', { status, reason: 'Invalid' });

/** A reflector that fills a cache from a scripted API, and what came of it. */
function setUp(settings: Partial<ReflectorSettings<ConfigMap>> = {}) {
  const clock = createFakeClock();
  const script = createScriptedApi();
  const errors: unknown[] = [];
  const onError = (error: unknown) => void errors.push(error);
  const cache = createCache<ConfigMap>({ onError });
  const changes: string[] = [];
  cache.onChange(({ type, key, object }) =>
    changes.push(`${type} ${key} ${object.metadata.resourceVersion}`),
  );
  const reflector = createReflector({
    api: script.api,
    resource: configMaps,
    namespace: 'shop',
    sink: cache.sink('shop'),
    clock,
    random: () => 0,
    onError,
    ...settings,
  });
  const stopping = new AbortController();
  let synced = false;
  void reflector.synced.then(() => {
    synced = true;
  });
  ending.push(() => {
    stopping.abort();
    expect(script.faults()).toEqual([]);
  });
  return {
    clock,
    script,
    cache,
    changes,
    errors,
    isSynced: () => synced,
    /** Lets what was sent arrive. */
    settle: () => clock.advance(0),
    stop: () => stopping.abort(),
    run: () => reflector.run(stopping.signal),
  };
}

type Bench = ReturnType<typeof setUp>;

/** Filled from a WatchList of `a` at version 10, whose watch goes on. */
async function following(settings: Partial<ReflectorSettings<ConfigMap>> = {}) {
  const bench = setUp(settings);
  const watch = bench.script.answerWatch();
  const running = bench.run();
  watch.send(added(configMap('a', '5')), initialEnd('10'));
  await bench.settle();
  expect(bench.changes.splice(0)).toEqual(['added shop/a 5']);
  return { ...bench, watch, running };
}

const lastQuery = ({ script }: Pick<Bench, 'script'>) => script.asked.at(-1)?.query;

describe('filling by WatchList', () => {
  test('asks for the most recent objects and changes nothing before their end', async () => {
    const { script, cache, settle, run, isSynced } = setUp();
    const watch = script.answerWatch();
    void run();
    watch.send(added(configMap('a', '5')), added(configMap('b', '6')), bookmark('6'));
    await settle();
    expect([cache.size, isSynced()]).toEqual([0, false]);
    watch.send(initialEnd('10'));
    await settle();
    expect([[...cache.keys()], isSynced()]).toEqual([['shop/a', 'shop/b'], true]);
    expect(script.asked).toEqual([
      {
        verb: 'watch',
        place: { namespace: 'shop' },
        query: {
          sendInitialEvents: true,
          resourceVersionMatch: 'NotOlderThan',
          timeoutSeconds: 300,
        },
      },
    ]);
  });

  test('takes in what changes among the initial events', async () => {
    const { script, changes, settle, run } = setUp();
    const watch = script.answerWatch();
    void run();
    watch.send(
      added(configMap('a', '5')),
      added(configMap('b', '6')),
      modified(configMap('a', '11')),
      deleted(configMap('b', '12')),
      added(configMap('c', '13')),
      initialEnd('13'),
    );
    await settle();
    expect(changes).toEqual(['added shop/a 11', 'added shop/c 13']);
  });

  test('goes on as a watch on the same connection', async () => {
    const { changes, watch, settle } = await following();
    watch.send(modified(configMap('a', '11')), added(configMap('b', '12')));
    watch.send(deleted(configMap('a', '13')));
    await settle();
    expect(changes).toEqual(['updated shop/a 11', 'added shop/b 12', 'deleted shop/a 11']);
  });

  test('that breaks off half way deletes nothing, and is begun anew', async () => {
    const bench = await following();
    const { script, watch, clock, settle, changes, errors } = bench;
    const second = script.answerWatch();
    watch.send(gone);
    await clock.advance(800);
    second.send(added(configMap('b', '20')));
    await settle();
    const third = script.answerWatch();
    second.fail(unreachable('connection reset'));
    await clock.advance(1600);
    expect([changes, errors.length]).toEqual([[], 2]);
    third.send(added(configMap('b', '20')), initialEnd('21'));
    await settle();
    expect(changes).toEqual(['deleted shop/a 5', 'added shop/b 20']);
    expect(lastQuery(bench)).toMatchObject({ sendInitialEvents: true });
  });

  test('that ends without having marked the end is replaced by a list', async () => {
    const bench = setUp();
    const watch = bench.script.answerWatch();
    void bench.run();
    watch.send(added(configMap('a', '5')));
    watch.end();
    bench.script.answerList(listOf('10', configMap('a', '5')));
    bench.script.answerWatch();
    await bench.clock.advance(800);
    expect(bench.errors).toEqual([expect.objectContaining({ reason: 'Unreachable' })]);
    expect(bench.changes).toEqual(['added shop/a 5']);
  });

  test.each([400, 422, 500])('refused with %i is replaced by a list for good', async status => {
    const { script, watch, changes, errors, clock, settle } = await followingList(status);
    expect([changes.splice(0), errors.splice(0)]).toEqual([['added shop/a 5'], []]);
    script.answerList(listOf('20', configMap('b', '15')));
    script.answerWatch();
    watch.send(gone);
    await settle();
    await clock.advance(800);
    expect(changes).toEqual(['deleted shop/a 5', 'added shop/b 15']);
    expect(script.asked.map(({ verb }) => verb)).toEqual([
      'watch',
      'list',
      'watch',
      'list',
      'watch',
    ]);
  });
});

/** Filled from a list, after WatchList was refused. */
async function followingList(status: number) {
  const bench = setUp();
  bench.script.answerWatch().fail(refused(status));
  bench.script.answerList(listOf('10', configMap('a', '5')));
  const watch = bench.script.answerWatch();
  void bench.run();
  await bench.settle();
  return { ...bench, watch };
}

describe('filling by list', () => {
  test('reads page by page, of the most recent version, then watches from there', async () => {
    const { script, cache, settle, run } = setUp({ labelSelector: 'app=x' });
    script.answerWatch().fail(refused(422));
    script.answerList({
      metadata: { resourceVersion: '10', continue: 'p2' },
      items: [configMap('a', '5')],
    });
    script.answerList({
      metadata: { resourceVersion: '10', continue: 'p3' },
      items: [configMap('b', '6')],
    });
    script.answerList(listOf('10', configMap('c', '7')));
    script.answerWatch();
    void run();
    await settle();
    expect([...cache.keys()]).toEqual(['shop/a', 'shop/b', 'shop/c']);
    const selected = { labelSelector: 'app=x' };
    const page = { ...selected, limit: 500, timeout: 60_000 };
    expect(script.asked.slice(1).map(({ query }) => query)).toEqual([
      page,
      { ...page, continue: 'p2' },
      { ...page, continue: 'p3' },
      { ...selected, resourceVersion: '10', timeoutSeconds: 300 },
    ]);
  });

  test('asks for all at once when its version is forgotten between two pages', async () => {
    const { script, cache, errors, settle, run } = setUp();
    script.answerWatch().fail(refused(422));
    script.answerList({ metadata: { resourceVersion: '10', continue: 'p2' }, items: [] });
    script.answerList(new KubeError('too old', { status: 410, reason: 'Expired' }));
    script.answerList(listOf('20', configMap('a', '5')));
    script.answerWatch();
    void run();
    await settle();
    expect([cache.size, errors]).toEqual([1, []]);
    expect(script.asked.at(-2)?.query).toEqual({ timeout: 60_000 });
  });
});

describe('a watch', () => {
  test('that the server ends is followed by another from where it was', async () => {
    const bench = await following();
    const { script, watch, clock, errors, changes, settle } = bench;
    watch.send(modified(configMap('a', '12')));
    await clock.advance(300_000);
    const second = script.answerWatch();
    watch.end();
    await settle();
    expect(lastQuery(bench)).toEqual({ resourceVersion: '12', timeoutSeconds: 300 });
    second.send(modified(configMap('a', '14')));
    await settle();
    expect([changes, errors]).toEqual([['updated shop/a 12', 'updated shop/a 14'], []]);
  });

  test('begins after a bookmark where the bookmark says', async () => {
    const bench = await following();
    bench.watch.send(modified(configMap('a', '12')), bookmark('90'));
    await bench.settle();
    bench.script.answerWatch();
    bench.watch.end();
    await bench.settle();
    expect(lastQuery(bench)).toMatchObject({ resourceVersion: '90' });
  });

  test('that breaks is tried again from where it was, without filling again', async () => {
    const bench = await following();
    const { script, watch, clock, errors, changes } = bench;
    watch.send(modified(configMap('a', '12')));
    await bench.settle();
    script.answerWatch().fail(unreachable('connection refused'));
    script.answerWatch().fail(new KubeError('no', { status: 403, reason: 'Forbidden' }));
    const last = script.answerWatch();
    watch.fail(unreachable('connection reset'));
    await clock.advance(800 + 1600 + 3200);
    last.send(modified(configMap('a', '13')));
    await bench.settle();
    expect(lastQuery(bench)).toMatchObject({ resourceVersion: '12' });
    expect(errors.length).toBe(3);
    expect(changes).toEqual(['updated shop/a 12', 'updated shop/a 13']);
  });

  test('whose version is too old is followed by filling again', async () => {
    const bench = await following();
    const second = bench.script.answerWatch();
    bench.watch.send(gone);
    await bench.clock.advance(799);
    expect(bench.script.asked.length).toBe(1);
    await bench.clock.advance(1);
    expect(lastQuery(bench)).toMatchObject({ sendInitialEvents: true });
    second.send(added(configMap('a', '5')), added(configMap('b', '30')), initialEnd('31'));
    await bench.settle();
    expect(bench.changes).toEqual(['added shop/b 30']);
    expect(bench.errors).toEqual([expect.objectContaining({ status: 410 })]);
  });

  test('refused for what it asks is followed by filling again', async () => {
    const bench = await following();
    bench.script.answerWatch().fail(refused(400));
    bench.script.answerWatch();
    bench.watch.end();
    await bench.clock.advance(800);
    expect(lastQuery(bench)).toMatchObject({ sendInitialEvents: true });
  });

  test('that ends at once without an event counts as failed', async () => {
    const { script, watch, clock, errors } = await following();
    await clock.advance(300_000);
    for (let n = 0; n < 3; n++) script.answerWatch().end();
    script.answerWatch();
    watch.end();
    await clock.advance(0);
    expect(script.asked.length).toBe(2);
    await clock.advance(800 + 1600 + 3200);
    expect([script.asked.length, errors.length]).toEqual([5, 3]);
  });
});

describe('an object that cannot be decoded', () => {
  test('in a watch is reported and passed over; what was known of it stays', async () => {
    const { watch, cache, changes, errors, settle } = await following();
    watch.send(modified(brokenConfigMap('a', '11')), added(configMap('b', '12')));
    await settle();
    expect(changes).toEqual(['added shop/b 12']);
    expect(cache.get('shop/a')?.metadata.resourceVersion).toBe('5');
    expect(errors).toEqual([
      expect.objectContaining({
        reason: 'Undecodable',
        message: 'configmaps shop/a: no ConfigMap: /data/broken must be string',
      }),
    ]);
  });

  test('advances the version like any other', async () => {
    const bench = await following();
    bench.watch.send(modified(brokenConfigMap('a', '11')));
    await bench.settle();
    bench.script.answerWatch();
    bench.watch.end();
    await bench.settle();
    expect(lastQuery(bench)).toMatchObject({ resourceVersion: '11' });
  });

  test('is deleted all the same', async () => {
    const { watch, changes, settle } = await following();
    watch.send(deleted(brokenConfigMap('a', '11')));
    await settle();
    expect(changes).toEqual(['deleted shop/a 5']);
  });

  test('in a WatchList is not taken for deleted', async () => {
    const { script, watch, clock, cache, changes, settle } = await following();
    const second = script.answerWatch();
    watch.send(gone);
    await clock.advance(800);
    second.send(added(brokenConfigMap('a', '11')), added(configMap('b', '12')), initialEnd('20'));
    await settle();
    expect(changes).toEqual(['added shop/b 12']);
    expect(cache.get('shop/a')?.metadata.resourceVersion).toBe('5');
  });

  test('in a WatchList is taken for deleted when it was deleted meanwhile', async () => {
    const { script, watch, clock, changes, settle } = await following();
    const second = script.answerWatch();
    watch.send(gone);
    await clock.advance(800);
    second.send(added(brokenConfigMap('a', '11')), deleted(brokenConfigMap('a', '12')));
    second.send(initialEnd('20'));
    await settle();
    expect(changes).toEqual(['deleted shop/a 5']);
  });

  test('in a list is not taken for deleted', async () => {
    const { script, watch, clock, cache, changes, errors } = await followingList(422);
    script.answerList(listOf('20', brokenConfigMap('a', '11'), configMap('b', '12')));
    script.answerWatch();
    watch.send(gone);
    await clock.advance(800);
    expect(changes).toEqual(['added shop/a 5', 'added shop/b 12']);
    expect(cache.get('shop/a')?.metadata.resourceVersion).toBe('5');
    expect(errors.at(-1)).toMatchObject({ reason: 'Undecodable' });
  });

  test('that does not even say its name holds up nobody', async () => {
    const { watch, changes, errors, settle } = await following();
    watch.send(modified({ metadata: {} }), deleted({}), added(configMap('b', '12')));
    await settle();
    expect([changes, errors.length]).toEqual([['added shop/b 12'], 2]);
  });
});

describe('not being allowed', () => {
  test('is reported at each try, and over once it is granted', async () => {
    const { script, clock, errors, changes, run, isSynced } = setUp();
    const forbidden = new KubeError('may not', { status: 403, reason: 'Forbidden' });
    script.answerWatch().fail(forbidden);
    script.answerWatch().fail(forbidden);
    const granted = script.answerWatch();
    void run();
    await clock.advance(800 + 1600);
    expect([errors, isSynced()]).toEqual([[forbidden, forbidden], false]);
    granted.send(added(configMap('a', '5')), initialEnd('10'));
    await clock.advance(0);
    expect([changes, isSynced()]).toEqual([['added shop/a 5'], true]);
  });
});

describe('stopping', () => {
  test('ends a watch, and reports nothing', async () => {
    const { stop, running, errors } = await following();
    stop();
    await running;
    expect(errors).toEqual([]);
  });

  test('ends the wait after a failure', async () => {
    const { stop, running, watch, settle } = await following();
    watch.fail(unreachable('connection reset'));
    await settle();
    stop();
    await running;
  });

  test('before the start asks nothing', async () => {
    const { stop, run, script } = setUp();
    stop();
    await run();
    expect(script.asked).toEqual([]);
  });
});
