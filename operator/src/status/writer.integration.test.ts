import { type ApiServer, startApiServer } from '@picket/cluster';
import { type StateChange, systemClock } from '@picket/monitor';
import { sampleChange } from '@picket/monitor/fixtures/sample-change';
import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { type OpenApi, openApi } from '../../fixtures/followed-config-maps.ts';
import { createProbes, installCrd } from '../../fixtures/probes.ts';
import type { KubeApi } from '../kube/api.ts';
import { KubeError, unreachable } from '../kube/kube-error.ts';
import { createWriteLimit } from '../kube/write-limit.ts';
import { probes as resource } from '../resource/probes.ts';
import { countsChange, running } from './fixtures/changes.ts';
import { createStatusWriter } from './status-writer.ts';

let server: ApiServer;
let open: OpenApi;
beforeAll(async () => {
  server = await startApiServer();
  await installCrd(server);
  open = openApi(server.kubeconfig);
});
afterAll(async () => {
  await open[Symbol.asyncDispose]();
  await server.stop();
});

const never = new AbortController().signal;
const spec = { requests: [{ url: 'http://shop.test/' }] };
let made = 0;

/** A probe in a namespace of its own, and a writer that owns it. */
async function setUpTill(over: Partial<Pick<KubeApi, 'get' | 'replace'>> = {}) {
  const probes = await createProbes(server, `status-${++made}`);
  await probes.apply('till', spec);
  const place = { namespace: probes.namespace, name: 'till' };
  const read = () => open.api.get(resource, place);
  const create = () => {
    const recorded: StateChange[] = [];
    const told = { recorded, superseded: 0, conflicts: 0, errors: [] as unknown[], writes: 0 };
    const writer = createStatusWriter({
      api: { get: open.api.get, replace: open.api.replace, ...over },
      resource,
      limit: createWriteLimit({ clock: systemClock, perSecond: 100, burst: 100 }),
      clock: systemClock,
      random: Math.random,
      concurrency: 4,
      alwaysTell: [],
      onRecorded: change => recorded.push(change),
      onSuperseded: () => told.superseded++,
      onError: error => told.errors.push(error),
      observer: { onWrite: () => told.writes++, onConflict: () => told.conflicts++ },
    });
    onTestFinished(() => writer.close());
    return { writer, told };
  };
  const first = create();
  const probe = await read();
  first.writer.adopt(probe);
  return { ...first, create, probes, read, probe, uid: probe.metadata.uid };
}

const idsIn = (changes: readonly StateChange[]) =>
  changes.flatMap(({ transitions }) => transitions.map(({ id }) => id));
const idsOf = (uid: string, ...sequences: number[]) =>
  idsIn(sequences.map(sequence => sampleChange(uid, sequence)));

test('a status is stored as it is written, and nothing else of the probe changes', async () => {
  const { writer, told, probe, read, uid, probes } = await setUpTill();
  writer.judge(uid, running);
  writer.observed(`${probes.namespace}/till`);
  writer.put(sampleChange(uid, 1, { channels: ['ops', 'chat'] }));
  writer.put(countsChange(uid, 3));
  await writer.flush(never);
  expect(told).toMatchObject({ errors: [], conflicts: 0 });
  const stored = await read();
  const { resourceVersion, ...metadata } = stored.metadata;
  expect({ ...metadata, resourceVersion: probe.metadata.resourceVersion }).toEqual(probe.metadata);
  expect(Number(resourceVersion)).toBeGreaterThan(Number(probe.metadata.resourceVersion));
  expect(stored.spec).toEqual(probe.spec);
  expect(stored.status).toMatchObject({
    observedGeneration: 1,
    incidents: 1,
    sequence: 1,
    alerts: [{ state: 'incident' }, { state: 'normal', streak: 3 }],
    pending: [{ deliveries: [{ channel: 'ops' }, { channel: 'chat' }] }],
  });
  const line = await server.kubectl(['-n', probes.namespace, 'get', 'pkt', 'till', '--no-headers']);
  expect(line).toMatch(/^till\s+True\s+False\s+1\s/);
  // Asked for once more, nothing is written: everything came back as it was sent.
  writer.adopt(stored);
  writer.judge(uid, running);
  await writer.flush(never);
  expect((await read()).metadata.resourceVersion).toBe(resourceVersion);
});

test('a status written again as it is makes no new version', async () => {
  const { writer, read, uid } = await setUpTill();
  writer.put(sampleChange(uid, 1));
  await writer.flush(never);
  const before = await read();
  const place = { name: 'till', namespace: before.metadata.namespace, subresource: 'status' };
  expect(await open.api.replace(resource, place, before)).toEqual(before);
});

test('an edit of the spec meanwhile costs one conflict, and stays', async () => {
  const { writer, told, read, uid, probes } = await setUpTill();
  await probes.apply('till', { ...spec, interval: 77 });
  writer.put(sampleChange(uid, 1));
  await writer.flush(never);
  expect(told).toMatchObject({ conflicts: 1, superseded: 0, errors: [] });
  expect(idsIn(told.recorded)).toEqual(idsOf(uid, 1));
  expect(await read()).toMatchObject({ spec: { interval: 77 }, status: { sequence: 1 } });
});

test('of two replicas that write the same probe one wins, and the other goes on from its record', async () => {
  const { writer, told, create, read, uid, probe, probes } = await setUpTill();
  const other = create();
  other.writer.adopt(probe);
  writer.put(sampleChange(uid, 1, { alert: 'ours' }));
  other.writer.put(sampleChange(uid, 1, { alert: 'theirs' }));
  await Promise.all([writer.flush(never), other.writer.flush(never)]);
  expect(told.superseded + other.told.superseded).toBe(1);
  expect(told.recorded.length + other.told.recorded.length).toBe(1);
  const loser = told.superseded === 1 ? writer : other.writer;
  const { sequence, states } = await loser.open(`${probes.namespace}/till`);
  const { status } = await read();
  expect({ sequence, states: states.map(({ alert }) => alert) }).toEqual({
    sequence: 1,
    states: status?.alerts?.map(({ alert }) => alert),
  });
  expect(status?.pending).toHaveLength(1);
});

test('a write whose answer was lost is known as ours', async () => {
  let lost = 0;
  const { writer, told, read, uid } = await setUpTill({
    async replace(...call) {
      const answer = await open.api.replace(...call);
      if (lost++ === 0) throw unreachable('the answer was lost');
      return answer;
    },
  });
  writer.put(sampleChange(uid, 1));
  await waitFor('the first try', () => lost > 0);
  writer.put(sampleChange(uid, 2));
  await waitFor('everything is recorded', () => writer.unwritten === 0);
  expect(told).toMatchObject({ superseded: 0, conflicts: 1 });
  expect(idsIn(told.recorded)).toEqual(idsOf(uid, 1, 2));
  expect((await read()).status?.pending?.map(({ id }) => id)).toEqual(idsOf(uid, 1, 2));
});

test('a probe that was deleted and made anew is not written for the one that was', async () => {
  const { writer, told, read, uid, probes } = await setUpTill();
  await probes.remove('till');
  await probes.apply('till', spec);
  writer.put(sampleChange(uid, 1));
  await writer.flush(never);
  expect(told).toMatchObject({ recorded: [], superseded: 0, errors: [] });
  expect((await read()).status).toBeUndefined();
  await expect(writer.open(`${probes.namespace}/till`)).rejects.toThrow('not held');
});

test('a status too large for the server is refused, reported, and not tried again at once', async () => {
  const { writer, told, uid } = await setUpTill();
  writer.put(countsChange(uid, 1, 'x'.repeat(4 * 1024 * 1024)));
  await waitFor('it is refused', () => told.errors.length > 0);
  expect(told.errors).toEqual([expect.any(KubeError)]);
  expect(told.errors).toMatchObject([{ status: 413, reason: 'RequestEntityTooLarge' }]);
  expect(writer.unwritten).toBe(1);
});

test('what comes while the server is away is recorded in order once it is back, and sent then', async () => {
  const { writer, told, read, uid } = await setUpTill();
  await server.stopServer();
  for (const sequence of [1, 2]) writer.put(sampleChange(uid, sequence));
  await waitFor('tries that fail', () => told.errors.length > 1);
  expect(await writer.outbox.due('ops', Date.now(), 9)).toEqual([]);
  writer.put(sampleChange(uid, 3));
  await server.restartServer();
  await waitFor('it is recorded', () => told.recorded.length > 0);
  expect(idsIn(told.recorded)).toEqual(idsOf(uid, 1, 2, 3));
  const sent: string[] = [];
  const next = async () => (await writer.outbox.due('ops', Date.now(), 1))[0];
  for (let delivery = await next(); delivery; delivery = await next()) {
    sent.push(delivery.transition.id);
    await writer.outbox.sent(delivery, Date.now());
  }
  expect(sent).toEqual(idsOf(uid, 1, 2, 3));
  expect((await read()).status?.pending).toBeUndefined();
});
