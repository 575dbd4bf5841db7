import type { Channel } from '@picket/monitor';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { LinkState } from '../../fixtures/server-link.ts';
import { createProbeMetrics } from '../engine/probe-metrics.ts';
import { probes } from '../resource/probes.ts';
import type { TestCluster } from './fixtures/cluster.ts';
import type { Replica } from './fixtures/replica.ts';
import { createWorld, spec } from './fixtures/set-up.ts';

const second = 1000;
const metrics = createProbeMetrics();
const places = ['a', 'b'] as const;
type Place = (typeof places)[number];

/** What a probe may be; all have the same one alert that can be true. */
const variants = [
  'plain',
  'described',
  'quick',
  'suspended',
  'paged',
  'secret',
  'invalid',
] as const;
type Variant = (typeof variants)[number];

function fieldsOf(variant: Variant, name: string): object {
  const secretKeyRef = { name: `of-${name}`, key: 'token' };
  const fields: Record<Variant, object> = {
    plain: {},
    described: { description: 'another' },
    quick: { interval: 5 },
    suspended: { suspend: true },
    paged: { notify: ['ops', 'pager'] },
    secret: { env: [{ name: 'TOKEN', valueFrom: { secretKeyRef } }] },
    invalid: { notify: ['nobody'] },
  };
  return fields[variant];
}

const names = ['till', 'house', 'lift'];
const name = fc.constantFrom(...names);
const place = fc.constantFrom(...places);
const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('apply' as const),
      name,
      variant: fc.constantFrom(...variants),
    }),
  },
  { weight: 6, arbitrary: fc.record({ type: fc.constant('break' as const), name }) },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('mend' as const), name }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('repair' as const) }) },
  fc.record({ type: fc.constant('remove' as const), name }),
  fc.record({ type: fc.constant('make anew' as const), name }),
  fc.record({ type: fc.constant('put secret' as const), name }),
  fc.record({ type: fc.constant('remove secret' as const), name }),
  fc.record({ type: fc.constant('ask to run' as const), name }),
  fc.record({ type: fc.constant('page' as const), isPaging: fc.boolean() }),
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('share' as const),
      seed: fc.integer({ max: 7, min: 0 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('cut' as const),
      place,
      state: fc.constantFrom<LinkState>('up', 'refused', 'silent'),
    }),
  },
  fc.record({ type: fc.constant('kill' as const), place }),
  fc.record({ type: fc.constant('stop' as const), place }),
);
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const steps = fc.array(fc.tuple(step, fc.integer({ min: 0, max: 15 * second })), {
  minLength: 20,
  maxLength: 60,
});

/** Two replicas and whatever befalls them and their probes. */
function createDrill(latencies: Record<Place, number>) {
  const world = createWorld();
  const { cluster, targets, channel } = world;
  let channels: readonly Channel[] = [channel('ops')];
  let seed = 0;
  let starts = 0;
  /** Of each probe one replica is the owner; in a partition, both. */
  const ownsNow = (at: Place) => (uid: string) => {
    const owner = places[(Number(uid.slice('uid-'.length)) + seed) % 2];
    return seed === 7 || owner === at;
  };
  const begin = (at: Place) =>
    world.start({
      name: `${at}-${starts++}`,
      channels,
      owns: ownsNow(at),
      latency: latencies[at],
      metrics,
    });
  const running: Record<Place, Replica> = { a: begin('a'), b: begin('b') };
  const variantOf = new Map<string, Variant>();
  const share = (next: number) => {
    seed = next;
    for (const at of places) running[at].share(ownsNow(at));
  };

  const apply = (probe: string, variant: Variant) => {
    variantOf.set(probe, variant);
    cluster.apply(probe, spec(probe, fieldsOf(variant, probe)));
  };
  const makeAnew = (probe: string) => {
    if (cluster.has(probe)) cluster.remove(probe);
    apply(probe, 'plain');
  };
  const unlessGone = (probe: string, deed: () => void) => {
    if (cluster.has(probe)) deed();
  };
  const removeSecret = (secret: string) => {
    if (cluster.hasSecret(secret)) cluster.removeSecret(secret);
  };
  const page = (isPaging: boolean) => {
    channels = isPaging ? [channel('ops'), channel('pager')] : [channel('ops')];
    for (const at of places) void running[at].reload(channels);
  };
  const repair = () => {
    for (const at of places) running[at].link.set('up');
  };
  const replace = (at: Place, end: (replica: Replica) => void) => {
    end(running[at]);
    running[at] = begin(at);
  };

  const deedOf = (step: Step): (() => void) => {
    const { clock } = world;
    switch (step.type) {
      case 'apply':
        return () => apply(step.name, step.variant);
      case 'break':
        return () => targets.switch(`shop/${step.name}`, 'down');
      case 'mend':
        return () => targets.switch(`shop/${step.name}`, 'up');
      case 'remove':
        return () => unlessGone(step.name, () => cluster.remove(step.name));
      case 'make anew':
        return () => makeAnew(step.name);
      case 'put secret':
        return () => cluster.putSecret(`of-${step.name}`, { token: `${clock.now()}` });
      case 'remove secret':
        return () => removeSecret(`of-${step.name}`);
      case 'ask to run':
        return () => unlessGone(step.name, () => cluster.askToRun(step.name, `${clock.now()}`));
      case 'page':
        return () => page(step.isPaging);
      case 'share':
        return () => share(step.seed);
      case 'cut':
        return () => running[step.place].link.set(step.state);
      case 'repair':
        return repair;
      case 'kill':
        return () => replace(step.place, replica => replica.kill());
      case 'stop':
        return () =>
          replace(step.place, replica => void replica.stop(new AbortController().signal));
    }
  };
  /** Everything is well from now on, and each probe has one owner. */
  const comeToRest = () => {
    repair();
    share(0);
    const reloads = places.map(at => running[at].reload([channel('ops')]));
    return world.settle(Promise.all(reloads).then(() => {}));
  };
  /** Whether the probe, as it is, is to be run once there is no other channel. */
  const runs = (probe: string): boolean => {
    const variant = variantOf.get(probe) ?? 'plain';
    if (variant === 'secret') return cluster.hasSecret(`of-${probe}`);
    return variant === 'plain' || variant === 'described' || variant === 'quick';
  };
  return { ...world, running, ownsNow, deedOf, comeToRest, runs };
}

/** Ids of the transitions that were ever owed, by the uid of their probe. */
function owedEver({ server }: TestCluster): ReadonlyMap<string, ReadonlySet<string>> {
  const owed = new Map<string, Set<string>>();
  for (const { object } of server.eventsSince(0, probes, {})) {
    const { metadata, status } = probes.decode(object);
    const ids = owed.get(metadata.uid) ?? new Set();
    owed.set(metadata.uid, ids);
    for (const { id } of status?.pending ?? []) ids.add(id);
  }
  return owed;
}

test('whatever befell them: one runs each probe, nothing is lost, nothing has two ids', async () => {
  await fc.assert(
    fc.asyncProperty(
      steps,
      fc.record({ a: fc.integer({ min: 0, max: 300 }), b: fc.integer({ min: 0, max: 300 }) }),
      async (all, latencies) => {
        const drill = createDrill(latencies);
        const { clock, cluster, targets, told, running } = drill;
        for (const each of names) drill.deedOf({ type: 'apply', name: each, variant: 'plain' })();
        for (const [one, ms] of all) {
          drill.deedOf(one)();
          await clock.advance(ms);
        }
        await drill.comeToRest();
        await clock.advance(400 * second);

        expect(drill.defectsLogged()).toEqual([]);
        const since = clock.now() - 25 * second;
        const owed = owedEver(cluster);
        const there = cluster.server.list(probes, {}).map(probes.decode);
        expect(running.a.reconciler.owned + running.b.reconciler.owned).toBe(there.length);
        for (const at of places) expect(running[at].engine.writer.unwritten).toBe(0);
        for (const { metadata, status } of there) {
          const { uid, name } = metadata;
          const conditions = new Map(status?.conditions?.map(one => [one.type, one]));
          const runs = conditions.get('Healthy')?.status !== 'Unknown';
          const asking = new Set(
            targets.askedOf(`shop/${name}`).flatMap(({ at, by }) => (at > since ? by[0] : [])),
          );
          const owner = places.find(at => drill.ownsNow(at)(uid));
          expect([...asking]).toEqual(runs ? [owner] : []);
          expect(runs).toBe(drill.runs(name));
          const ids = owed.get(uid) ?? new Set();
          expect(ids.size).toBe(status?.sequence ?? 0);
          const ofProbe = told.filter(one => one.channel === 'ops' && ids.has(one.id));
          const bodies = Map.groupBy(ofProbe, one => one.id);
          expect(bodies.size).toBe(ids.size);
          const types = [...bodies.values()].map(([first]) => first?.type);
          expect(types).toEqual(types.map((_, n) => (n % 2 === 0 ? 'incident' : 'recovery')));
          expect(status?.pending ?? []).toEqual([]);
          if (runs) {
            const isDown = targets.isDown(`shop/${name}`);
            expect(conditions.get('Healthy')?.status).toBe(isDown ? 'False' : 'True');
          }
        }
        // But for the name and description of the probe, which are as they are at the time.
        for (const [, repeats] of Map.groupBy(told, one => `${one.channel} ${one.id}`))
          expect(new Set(repeats.map(one => JSON.stringify({ ...one, probe: '' }))).size).toBe(1);
      },
    ),
    { numRuns: 100 },
  );
});
