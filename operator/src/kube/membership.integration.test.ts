import { setTimeout } from 'node:timers/promises';
import { type ApiServer, startApiServer } from '@picket/cluster';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type MemberProcess, startMember } from '../../fixtures/member-process.ts';

const second = 1000;

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.stop());

/** Milliseconds until all of them see exactly these. */
async function agree(members: readonly MemberProcess[], names: readonly string[]) {
  const began = performance.now();
  for (const member of members)
    await expect.poll(member.sees, { timeout: 30 * second, message: member.name }).toEqual(names);
  return performance.now() - began;
}

const limit = { timeout: 240 * second };

test(
  'members that join, die, come back and leave, and a server that is away for 15 s',
  limit,
  async () => {
    const [a, b, c] = ['a', 'b', 'c'].map(name => startMember(server.kubeconfig, name));
    if (!a || !b || !c) return expect.fail();
    await agree([a, b, c], ['a', 'b', 'c']);

    await c.kill();
    const dead = await agree([a, b], ['a', 'b']);
    expect(dead).toBeGreaterThan(5 * second);
    expect(dead).toBeLessThan(15 * second);

    const again = startMember(server.kubeconfig, 'c');
    await expect.poll(again.sees, { timeout: 20 * second }).toEqual(['a', 'b', 'c']);
    // Told by a watch, however busy the machine: who has to be missed takes longer.
    expect(await agree([a, b], ['a', 'b', 'c'])).toBeLessThan(5 * second);

    expect(await b.leave()).toBe(0);
    expect(await agree([a, again], ['a', 'c'])).toBeLessThan(5 * second);
    expect(await leaseNames()).toEqual(['a', 'c']);

    const before = [a, again].map(({ told }) => told.length);
    await server.stopServer();
    await setTimeout(15 * second);
    expect([a.isHeld(), again.isHeld()]).toEqual([false, false]);
    await server.restartServer();
    for (const member of [a, again])
      await expect.poll(member.isHeld, { timeout: 20 * second }).toBe(true);
    // Long enough for whoever is taken for dead to be missed.
    await setTimeout(12 * second);
    const views = [a, again].map(({ told }, n) =>
      told.slice(before[n]).flatMap(({ members }) => members ?? []),
    );
    expect(views).toEqual([[], []]);

    const d = startMember(server.kubeconfig, 'd');
    await agree([a, again, d], ['a', 'c', 'd']);
  },
);

async function leaseNames(): Promise<readonly string[]> {
  const selector = '--selector=picket.dev/group=shop';
  const names = await server.kubectl(['get', 'leases', selector, '--output=name']);
  return names.split('\n').map(name => name.replace(/.*\//, ''));
}
