import { setTimeout } from 'node:timers/promises';
import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { expect } from 'vitest';
import { type Blow, strike } from './fixtures/blow.ts';
import { testWithPicket } from './fixtures/cluster-test.ts';
import { down } from './fixtures/drill-target.ts';
import { fleet, launch } from './fixtures/fleet.ts';
import { longestGaps } from './fixtures/gaps.ts';
import { driveOutages } from './fixtures/outages.ts';
import { overlaps } from './fixtures/overlaps.ts';
import { type Pod, restartsOf } from './fixtures/pod.ts';
import { probe } from './fixtures/probe.ts';
import type { Release } from './fixtures/release.ts';
import { toldFaults } from './fixtures/told.ts';
import { type Answer, channelTimeout } from './fixtures/webhook.ts';

const isSoak = process.env.PICKET_SOAK !== undefined;
/** Break and heal all the time. */
const flapping = fleet('flapping', isSoak ? 100 : 30, 3000);
/** Are always well. */
const steady = fleet('steady', isSoak ? 200 : 50, 10_000);
const fleets = [flapping, steady];

/** In the soak twenty deaths and five returns, at random. */
const blows: readonly Blow[] = isSoak
  ? Array.from({ length: 25 }, (_, n) => (n % 5 === 4 ? 'pause' : oneOf(['kill', 'freeze'])))
  : ['kill', 'freeze', 'pause'];
/** Needs so many results for an incident, of which each owner sees fewer; seconds. */
const patient = isSoak
  ? { interval: 60, threshold: 5, perOwner: 4 }
  : { interval: 2, threshold: 8, perOwner: 3 };
/** Milliseconds until the probes of a replica that died are run again. */
const takeoverLimit = 15_000;
/** Milliseconds by which this machine may note a request later than it was sent. */
const noise = 500;
const replicas = 3;

const test = testWithPicket(({ webhook, probes }) => ({
  replicaCount: replicas,
  watchNamespaces: [probes.name],
  notifications: [{ id: 'ops', type: 'webhook', url: webhook.url, timeout: channelTimeout }],
})).extend('drill', { scope: 'file' }, async ({ picket, probes, target, webhook }) => {
  await launch(fleets, { probes, target });
  return { picket, probes, target, webhook };
});

test.beforeEach(({ cluster, skip }) =>
  skip(cluster.provider !== 'local', 'pods can be killed, and told apart, on this machine only'),
);

test(
  `${blows.length} times a replica dies: its probes run elsewhere, none on two, nothing is lost or told twice`,
  async ({ drill, annotate }) => {
    const { picket, target, webhook } = drill;
    webhook.answerBy(mostlyAccept);
    const [began, told] = [target.now(), webhook.arrivals.length];
    await using outages = driveOutages({ target, webhook, probes: flapping.names, limit: 180_000 });
    const slowest: string[] = [];
    const late: object[] = [];
    for (const blow of blows) {
      const pod = oneOf(await allReady(picket));
      await setTimeout(Math.random() * 8000);
      const found = await strike(blow, pod, target, takeoverLimit);
      expect(found).not.toEqual([]);
      late.push(
        ...found
          .filter(({ after = Infinity }) => after > takeoverLimit)
          .map(each => ({ blow, ...each })),
      );
      slowest.push(`${blow} ${Math.round(found[0]?.after ?? Infinity)}`);
      // The kubelet would start it again ever later.
      if (restartsOf(pod) > 1) await picket.namespace.delete('pod', pod.metadata.name);
    }
    await annotate(`the slowest takeovers, in ms: ${slowest.join(', ')}`);

    const whole = await outages.stop();
    webhook.answerBy(() => 'accept');
    await webhook.until('all is taken', webhook.isSettled);
    expect.soft(late).toEqual([]);
    expect.soft(toldFaults(webhook.arrivals.slice(told), whole)).toEqual([]);
    const sightings = target.requests.filter(({ at }) => at >= began);
    for (const { names, interval } of fleets) {
      const ofFleet = sightings.filter(({ probe }) => names.includes(probe));
      expect
        .soft(overlaps(ofFleet, interval).filter(({ length }) => length > interval + noise))
        .toEqual([]);
    }
    const count = [...whole.values()].reduce((sum, outages) => sum + outages, 0);
    await annotate(`${count} outages, ${webhook.arrivals.length - told} arrivals`);
  },
  blows.length * 180_000,
);

test('a rolling upgrade leaves no gap longer than two intervals, and loses nothing', async ({
  drill,
  annotate,
}) => {
  const { picket, target, webhook } = drill;
  await allReady(picket);
  const [from, told] = [target.now(), webhook.arrivals.length];
  const before = (await picket.pods()).map(({ metadata }) => metadata.name);
  await using outages = driveOutages({ target, webhook, probes: flapping.names, limit: 180_000 });
  await picket.upgrade({ podAnnotations: { upgraded: 'once' } });
  await setTimeout(steady.interval);
  const until = target.now();
  const after = (await picket.pods()).map(({ metadata }) => metadata.name);
  expect(after.filter(name => before.includes(name))).toEqual([]);

  const [longest] = longestGaps(target.requests, { probes: steady.names, from, until });
  await annotate(
    `the longest gap of an interval of ${steady.interval} ms: ${Math.round(longest?.length ?? 0)} ms`,
  );
  expect(longest?.length).toBeLessThanOrEqual(2 * steady.interval);
  const whole = await outages.stop();
  await webhook.until('all is taken', webhook.isSettled);
  expect(toldFaults(webhook.arrivals.slice(told), whole)).toEqual([]);
});

test('a count goes on when its owner changes: an incident comes although no owner sees enough of it', async ({
  drill,
}) => {
  const { picket, probes, target, webhook } = drill;
  const { interval, threshold, perOwner } = patient;
  const url = target.urlOf('patient');
  const spec = { interval, incidentThreshold: threshold, requests: [{ url }] };
  target.answer('patient', down);
  await probes.apply(probe('patient', spec));

  const runs = () => target.requestsOf('patient');
  const isTold = () => webhook.of('patient').length > 0;
  const limit = 1000 * interval * perOwner + 30_000;
  let owners = 0;
  while (!isTold()) {
    owners += 1;
    expect(owners, 'owners it took').toBeLessThan(2 * threshold);
    const seen = runs().length;
    await target.until('this owner ran it', () => runs().length >= seen + perOwner, limit);
    const owner = runs().at(-1)?.from;
    const pod = (await picket.pods()).find(each => each.status.podIP === owner);
    if (isTold() || pod === undefined) continue;
    await picket.namespace.delete('pod', pod.metadata.name);
  }
  expect(new Set(runs().map(({ from }) => from)).size).toBeGreaterThanOrEqual(threshold / perOwner);
  const [incident] = webhook.of('patient');
  expect(incident?.type).toBe('incident');
});

/** The pods once all replicas are there; the kubelet takes its time to start one again. */
function allReady(picket: Release): Promise<readonly Pod[]> {
  const ready = async () => {
    const pods = await picket.readyPods();
    return pods.length === replicas && pods;
  };
  return waitFor('all replicas are ready', ready, { limit: 300_000 });
}

/** Sometimes refuses, breaks the connection, or answers when nobody waits any more. */
function mostlyAccept(): Answer {
  const luck = Math.random();
  if (luck < 0.05) return 'refuse';
  if (luck < 0.1) return 'reset';
  return luck < 0.15 ? 'late' : 'accept';
}

function oneOf<T>(choices: readonly T[]): T {
  const choice = choices[Math.floor(Math.random() * choices.length)];
  if (choice === undefined) throw new Error('nothing to choose from');
  return choice;
}
