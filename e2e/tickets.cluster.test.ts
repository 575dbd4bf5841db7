import { setTimeout } from 'node:timers/promises';
import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { expect } from 'vitest';
import { runAgent } from './fixtures/agent-pod.ts';
import { disposed, testWithPicket } from './fixtures/cluster-test.ts';
import { openDesk } from './fixtures/desk.ts';
import { down, up } from './fixtures/drill-target.ts';
import { buildTrackerImage } from './fixtures/images.ts';
import { createLocalVolume } from './fixtures/local-volume.ts';
import { createNamespace } from './fixtures/namespace.ts';
import { secret } from './fixtures/objects.ts';
import { isReady } from './fixtures/pod.ts';
import { forwardPort } from './fixtures/port-forward.ts';
import { isInIncident, isWell, probe } from './fixtures/probe.ts';
import { openTracker } from './fixtures/tracker-browser.ts';
import { installTracker } from './fixtures/tracker-release.ts';

/** Milliseconds for which the tracker is away. */
const outage = process.env.PICKET_SOAK === undefined ? 15_000 : 300_000;
/** What the queue waits for between two tries grows with the outage. */
const patience = outage + 120_000;

const [webPort, mcpPort] = [3847, 3848];

const test = testWithPicket(({ probes }) => ({ watchNamespaces: [probes.name] }))
  .extend('trackers', { scope: 'file' }, async ({ cluster }, { onCleanup }) =>
    disposed(await createNamespace(cluster.kubectl, 'tracker'), onCleanup),
  )
  .extend('trackerImage', { scope: 'file' }, async ({ cluster }) => {
    const image = await buildTrackerImage();
    await cluster.loadImage(image.archive);
    return image;
  })
  .extend('volume', { scope: 'file' }, async ({ trackers }, { onCleanup }) =>
    disposed(await createLocalVolume(trackers, 'data-tracker-0'), onCleanup),
  )
  .extend(
    'tracker',
    { scope: 'file' },
    async ({ cluster, trackerImage: image, trackers: namespace, volume }, { onCleanup }) => {
      const values = { podAnnotations: { volume: volume.folder } };
      const { tools, kubeconfig } = cluster;
      const settings = { tools, kubeconfig, namespace, image, name: 'tracker', values };
      return disposed(await installTracker(settings), onCleanup);
    },
  );

test('a broken service is one ticket that an agent works, closed when the service is well again', async ({
  cluster,
  operators,
  picket,
  probes,
  target,
  tracker,
  trackers,
  trackerImage,
}) => {
  const { tools, kubeconfig } = cluster;
  const token = await tracker.token();
  const inCluster = `${tracker.name}.${trackers.name}.svc.cluster.local`;
  await operators.apply(secret('tracker-access', { token }));
  const secretKeyRef = { name: 'tracker-access', key: 'token' };
  await picket.upgrade({
    watchNamespaces: [probes.name],
    extraEnv: [{ name: 'TRACKER_TOKEN', valueFrom: { secretKeyRef } }],
    notifications: [
      {
        id: 'tickets',
        type: 'tracker',
        url: `http://${inCluster}:${webPort}`,
        token: '{{ env.TRACKER_TOKEN }}',
      },
    ],
  });
  const where = { tools, kubeconfig, namespace: trackers };
  const desk = openDesk({ ...where, service: tracker.name, port: webPort, token });

  const watch = (name: string) => {
    target.answer(name, down);
    return probes.apply(
      probe(name, {
        ...{ interval: 1, incidentThreshold: 2, recoveryThreshold: 2 },
        description: 'What customers pay at.',
        requests: [{ name: 'health', url: target.urlOf(name) }],
      }),
    );
  };
  await watch('till');
  await probes.probeWhere('till', 'is in incident', isInIncident);
  await desk.until(['todo']);

  const seen = await runAgent(trackers, {
    image: trackerImage,
    url: `http://${inCluster}:${mcpPort}/mcp`,
    tokenSecret: `${tracker.name}-token`,
    comment: 'An agent has found the cause: the till answers 503.',
  });
  const told = JSON.stringify(seen.ticket);
  for (const part of [`${probes.name}/till`, 'What customers pay at', 'health', '503']) {
    expect(told).toContain(part);
  }

  await using web = await forwardPort(where, tracker.name, webPort);
  await using person = await openTracker(web.url, token);
  const comments = await person.comments(1);
  await comments.getByText('An agent has found the cause').waitFor();
  await person.page.getByText('What customers pay at').first().waitFor();

  // The tracker is away; meanwhile one probe heals, another one breaks, and the operator starts anew.
  await trackers.kubectl(['scale', `statefulset/${tracker.name}`, '--replicas=0']);
  await waitFor('the tracker is gone', async () => (await tracker.pods()).length === 0);
  const over = setTimeout(outage);
  target.answer('till', up);
  await watch('stock');
  await probes.probeWhere('till', 'is well', isWell);
  await probes.probeWhere('stock', 'is in incident', isInIncident);
  const [before] = await picket.readyPods();
  await operators.kubectl(['delete', 'pod', before?.metadata.name ?? '', '--timeout=60s']);
  await waitFor('another operator is ready', async () => (await picket.readyPods()).length === 1);
  await over;
  await trackers.kubectl(['scale', `statefulset/${tracker.name}`, '--replicas=1']);
  await waitFor('the tracker is back', async () => (await tracker.pods()).some(isReady));

  await desk.until(['done', 'todo'], patience);
  target.answer('stock', up);
  await desk.until(['done', 'done']);
  const first = JSON.stringify(await desk.ask('ticket', 'read', '--id=1'));
  expect(first).toContain('An agent has found the cause');
  expect(first).toMatch(/recovered/i);
});
