import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createGroup, duration, type Member, renewEvery } from '../../fixtures/group.ts';
import type { LinkState } from '../../fixtures/server-link.ts';
import { isNotFound } from './kube-error.ts';
import { leases } from './resources/leases.ts';

/** For calls that are under way: the model knows of none. */
const slack = 500;

const name = fc.constantFrom('a', 'b', 'c', 'd');
const cut = fc.constantFrom<LinkState>('refused', 'silent');
const latencies = fc.array(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 10 });
const chances = fc.array(fc.double({ min: 0, max: 0.999, noNaN: true }), {
  minLength: 1,
  maxLength: 10,
});

/** Members that live, by name, and what may befall them. */
function createLives(group: ReturnType<typeof createGroup>) {
  const living = new Map<string, Member>();
  const all: Member[] = [];
  const end = (of: string, how: (member: Member) => void) => {
    const member = living.get(of);
    living.delete(of);
    if (member !== undefined) how(member);
  };
  return {
    living,
    /** Also those that ended. */
    all,
    start(of: string) {
      if (living.has(of)) return;
      const member = group.start(of);
      living.set(of, member);
      all.push(member);
    },
    kill: (of: string) => end(of, member => member.kill()),
    leave: (of: string) => end(of, member => void member.leave()),
    cut: (state: LinkState, of?: string) => {
      for (const member of living.values())
        if (of === undefined || member.name === of) member.link.set(state);
    },
  };
}

const cycle = <T>(values: readonly T[], otherwise: T) => {
  let next = 0;
  return () => values[next++ % values.length] ?? otherwise;
};

const step = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('advance' as const),
      ms: fc.integer({ min: 0, max: 8_000 }),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('start' as const), name }) },
  fc.record({ type: fc.constant('kill' as const), name }),
  fc.record({ type: fc.constant('leave' as const), name }),
  { weight: 2, arbitrary: fc.record({ type: fc.constant('cut one' as const), name, how: cut }) },
  fc.record({ type: fc.constant('cut all' as const), how: cut }),
  fc.record({ type: fc.constant('restore one' as const), name }),
  fc.record({ type: fc.constant('restore all' as const) }),
  fc.record({ type: fc.constant('delete Lease' as const), name }),
  fc.record({ type: fc.constant('stall' as const), ms: fc.integer({ min: 1, max: 60_000 }) }),
  fc.record({
    type: fc.constant('jump' as const),
    name,
    ms: fc.integer({ min: -100_000, max: 100_000 }),
  }),
);

test('whatever befell them, once all reach the server all who live agree on who does', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 3, maxLength: 40 }),
      latencies,
      chances,
      async (steps, latency, chance) => {
        const group = createGroup({ latency: cycle(latency, 0), random: cycle(chance, 0) });
        const { clock, server } = group;
        const lives = createLives(group);
        for (const one of steps) {
          if (one.type === 'advance') await clock.advance(one.ms);
          else if (one.type === 'start') lives.start(one.name);
          else if (one.type === 'kill') lives.kill(one.name);
          else if (one.type === 'leave') lives.leave(one.name);
          else if (one.type === 'cut one') lives.cut(one.how, one.name);
          else if (one.type === 'cut all') lives.cut(one.how);
          else if (one.type === 'restore one') lives.cut('up', one.name);
          else if (one.type === 'restore all') lives.cut('up');
          else if (one.type === 'stall') clock.stall(one.ms);
          else if (one.type === 'jump') lives.living.get(one.name)?.clock.jump(one.ms);
          else deleteLease(server, one.name);
        }
        lives.cut('up');
        await clock.advance(duration + renewEvery + slack);
        const names = [...lives.living.keys()].sort();
        for (const member of lives.living.values()) {
          expect(member.hasJoined).toBe(true);
          expect(member.isHeld()).toBe(true);
          expect(member.sees).toEqual(names);
        }
      },
    ),
    { numRuns: 150 },
  );
}, 120_000);

function deleteLease(server: ReturnType<typeof createGroup>['server'], of: string): void {
  try {
    server.remove(leases, { namespace: 'picket', name: of });
  } catch (error) {
    if (!isNotFound(error)) throw error;
  }
}

const trouble = fc.record({
  how: cut,
  /** Milliseconds for which the server is away, and after that for which it is there. */
  away: fc.oneof(fc.integer({ min: 1, max: 9_000 }), fc.integer({ min: 9_000, max: 100_000 })),
  calm: fc.integer({ min: 4_000, max: 15_000 }),
  killed: fc.option(name, { freq: 5 }),
  started: fc.option(name, { freq: 2 }),
  stall: fc.option(fc.integer({ min: 1, max: 60_000 }), { freq: 5 }),
});

test('while the server is there for all or for none, nobody who lives is ever missed', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(trouble, { minLength: 1, maxLength: 12 }),
      latencies,
      chances,
      async (troubles, latency, chance) => {
        const group = createGroup({ latency: cycle(latency, 0), random: cycle(chance, 0) });
        const { clock } = group;
        const lives = createLives(group);
        const deaths = new Map<string, number>();
        for (const of of ['a', 'b', 'c']) lives.start(of);
        await clock.advance(2_000);
        for (const { how, away, calm, killed, started, stall } of troubles) {
          lives.cut(how);
          await clock.advance(away);
          if (killed !== null) {
            if (lives.living.has(killed)) deaths.set(killed, clock.now());
            lives.kill(killed);
          }
          if (stall !== null) clock.stall(stall);
          lives.cut('up');
          // A dead one that starts again may be missed once more for the time it was dead.
          if (started !== null && !deaths.has(started)) lives.start(started);
          await clock.advance(calm);
        }
        for (const { views } of lives.all) {
          for (const [n, { at, members }] of views.entries()) {
            const missed = (views[n - 1]?.members ?? []).filter(one => !members.includes(one));
            for (const one of missed) expect(deaths.get(one) ?? Infinity).toBeLessThan(at);
          }
        }
      },
    ),
    { numRuns: 150 },
  );
}, 120_000);
