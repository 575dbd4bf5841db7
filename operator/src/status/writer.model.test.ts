import type { Transition } from '@picket/monitor';
import { createFakeClock } from '@picket/monitor/fixtures/fake-clock';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { KubeError } from '../kube/kube-error.ts';
import type { PendingTransition } from '../resource/status.ts';
import { createMemoryApi, type Fate, type MemoryApi } from './fixtures/memory-api.ts';
import { createReplica, type Replica } from './fixtures/replica.ts';
import { start } from './fixtures/set-up-writer.ts';

const who = fc.nat({ max: 1 });
const alert = fc.constantFrom('down', 'slow');
const of = <const T extends string>(type: T) => fc.constant(type);
const by = <const T extends string>(type: T) => fc.record({ type: of(type), who });

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ type: of('toggle'), who, alert }) },
  { weight: 2, arbitrary: fc.record({ type: of('count'), who, alert }) },
  { weight: 5, arbitrary: fc.record({ type: of('hear'), who, back: fc.nat({ max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ type: of('deliver'), who, isTaken: fc.boolean() }) },
  { weight: 2, arbitrary: by('judge') },
  { weight: 1, arbitrary: by('crash') },
  { weight: 3, arbitrary: by('own') },
  { weight: 1, arbitrary: by('release') },
  { weight: 1, arbitrary: fc.record({ type: of('edit') }) },
  { weight: 1, arbitrary: fc.record({ type: of('arrive') }) },
  {
    weight: 12,
    arbitrary: fc.record({ type: of('advance'), ms: fc.constantFrom(1, 20, 300, 4000, 20_000) }),
  },
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

const fate = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Fate>('answered') },
  { weight: 1, arbitrary: fc.constant<Fate>('not sent') },
  { weight: 2, arbitrary: fc.constant<Fate>('answer lost') },
  { weight: 2, arbitrary: fc.constant<Fate>('delayed') },
  { weight: 1, arbitrary: fc.constant<Fate>('sent twice') },
  {
    weight: 1,
    arbitrary: fc.constant<Fate>(
      new KubeError('too many', { status: 429, reason: 'TooManyRequests' }),
    ),
  },
);

/** What happened, seen from outside. */
interface World {
  readonly api: MemoryApi;
  readonly recorded: Transition[];
  readonly delivered: Transition[];
}

async function live(steps: readonly Step[], fates: readonly Fate[], delays: readonly number[]) {
  const clock = createFakeClock(start);
  const api = createMemoryApi();
  const world: World = { api, recorded: [], delivered: [] };
  let calls = 0;
  api.fate = () => fates[calls++ % fates.length] ?? 'answered';
  api.travel = () =>
    new Promise(resolve => clock.setTimer(delays[calls % delays.length] ?? 0, resolve));
  api.create('till');
  const replicas = ['first', 'second'].map(name =>
    createReplica({
      name,
      api,
      clock,
      random: () => (calls % 10) / 10,
      onRecorded: transition => world.recorded.push(transition),
      onDelivered(transition) {
        expect(owedEver(world).has(transition.id), 'sent before it was recorded').toBe(true);
        world.delivered.push(transition);
      },
      onError: error => expect(error).toBeInstanceOf(Error),
    }),
  );
  const [first, second] = replicas;
  if (first === undefined || second === undefined) throw new Error('there are two');
  first.own();
  for (const one of steps) {
    const replica = 'who' in one ? replicas[one.who] : undefined;
    if (one.type === 'edit') api.edit('till', { interval: calls });
    else if (one.type === 'arrive') api.arrive();
    else if (one.type === 'advance') await clock.advance(one.ms);
    else if (replica) await take(one, replica, api);
  }

  // The weather clears, and the first replica is left alone with it.
  api.fate = () => 'answered';
  api.arrive();
  second.release();
  first.own();
  for (let round = 0; round < 40; round++) {
    first.hear(api.read('till'));
    await first.deliver(true);
    await clock.advance(20_000);
  }
  for (const replica of replicas) replica.crash();
  return world;
}

async function take(
  one: Exclude<Step, { type: 'edit' | 'arrive' | 'advance' }>,
  replica: Replica,
  api: MemoryApi,
) {
  switch (one.type) {
    case 'toggle':
      return replica.toggle(one.alert);
    case 'count':
      return replica.count(one.alert);
    case 'deliver':
      return replica.deliver(one.isTaken);
    case 'hear':
      return replica.hear(api.history.at(-1 - one.back) ?? api.read('till'));
    default:
      return replica[one.type]();
  }
}

/** Every transition that was ever owed on the server, in the order they came there. */
function owedEver({ api }: World): Map<string, PendingTransition> {
  const owed = new Map<string, PendingTransition>();
  for (const { status } of api.history)
    for (const pending of status?.pending ?? [])
      if (!owed.has(pending.id)) owed.set(pending.id, pending);
  return owed;
}

test('whatever happens to two replicas of a probe, its record is one history, all of it told', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 40, maxLength: 120 }),
      fc.array(fate, { minLength: 1, maxLength: 12 }),
      fc.array(fc.constantFrom(0, 1, 10, 400), { minLength: 1, maxLength: 5 }),
      async (steps, fates, delays) => {
        const world = await live(steps, fates, delays);
        const owed = owedEver(world);
        const deliveredIds = new Set(world.delivered.map(({ id }) => id));

        // Recorded is delivered; delivered was recorded; and nothing is left.
        for (const { id } of world.recorded) expect(deliveredIds.has(id)).toBe(true);
        expect(deliveredIds).toEqual(new Set(owed.keys()));
        expect(world.api.read('till').status?.pending).toBeUndefined();

        // One id, one transition: everybody is told the same under it, and it is recorded once.
        for (const sent of world.delivered) expect(sent.message).toBe(owed.get(sent.id)?.message);
        const recordedIds = world.recorded.map(({ id }) => id);
        expect(new Set(recordedIds).size).toBe(recordedIds.length);
        for (const one of world.recorded) expect(one.message).toBe(owed.get(one.id)?.message);

        // Sequences only grow.
        const sequences = world.api.history.map(({ status }) => status?.sequence ?? 0);
        expect(sequences).toEqual(sequences.toSorted((a, b) => a - b));

        // Of each alert, incidents and recoveries take turns, are told in that order, and end where the record does.
        const final = world.api.read('till').status?.alerts ?? [];
        for (const name of ['down', 'slow']) {
          const made = [...owed.values()].filter(one => one.alert.name === name);
          const turns = made.map((_, index) => (index % 2 === 0 ? 'incident' : 'recovery'));
          expect(made.map(({ type }) => type)).toEqual(turns);
          const isOpen = final.some(one => one.alert === name && one.state === 'incident');
          expect(isOpen).toBe(made.at(-1)?.type === 'incident');
          const told = world.delivered.filter(one => one.alert.name === name);
          const order = [...new Set(told.map(({ id }) => id))];
          expect(order).toEqual(made.map(({ id }) => id));
        }
      },
    ),
    { numRuns: 150 },
  );
});
