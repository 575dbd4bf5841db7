import { type ApiServer, startApiServer } from '@picket/cluster';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenApi, openApi } from '../../fixtures/followed-config-maps.ts';
import { isAlreadyExists, isConflict, isNotFound } from './kube-error.ts';
import type { KubeObject, Resource } from './resource.ts';
import { configMaps } from './resources/config-maps.ts';
import { events } from './resources/events.ts';
import { leases } from './resources/leases.ts';
import { secrets } from './resources/secrets.ts';

let server: ApiServer;
let admin: OpenApi;
beforeAll(async () => {
  server = await startApiServer();
  admin = openApi(server.kubeconfig);
});
afterAll(async () => {
  await admin[Symbol.asyncDispose]();
  await server.stop();
});

const namespace = 'default';

describe('a real API server takes and gives back', () => {
  const eventTime = '2030-01-02T03:04:05.678901Z';
  const samples: [string, Resource<KubeObject>, Readonly<Record<string, unknown>>][] = [
    ['a ConfigMap', configMaps, { data: { soup: 'leek' }, binaryData: { blob: 'AAE=' } }],
    ['a Secret', secrets, { type: 'Opaque', data: { token: 'czNjcjN0' } }],
    [
      'a Lease',
      leases,
      { spec: { holderIdentity: 'pod-1', leaseDurationSeconds: 10, renewTime: eventTime } },
    ],
    [
      'an Event',
      events,
      {
        eventTime,
        reportingController: 'picket.dev/operator',
        reportingInstance: 'pod-1',
        action: 'Probe',
        reason: 'IncidentOpened',
        regarding: { apiVersion: 'picket.dev/v1', kind: 'Probe', namespace, name: 'shop' },
        note: 'the shop is down',
        type: 'Warning',
      },
    ],
  ];

  test.each(samples)('%s', async (_, resource, fields) => {
    const object = { metadata: { name: 'sample' }, ...fields };
    const created = await admin.api.create(resource, { namespace }, object);
    const place = { namespace, name: 'sample' };
    const found = await admin.api.get(resource, place);
    expect(found).toEqual(created);
    expect(found).toMatchObject(object);
    expect(found.metadata).not.toHaveProperty('managedFields');
    const { items } = await admin.api.list(resource, { namespace });
    expect(items).toContainEqual(created);
    const labels = { stage: 'patched' };
    const patched = await admin.api.patch(resource, place, { metadata: { labels } });
    expect(patched.metadata.labels).toEqual(labels);
    const replaced = await admin.api.replace(resource, place, created).catch(error => error);
    expect(isConflict(replaced)).toBe(true);
    await admin.api.replace(resource, place, patched);
    await admin.api.remove(resource, place);
  });
});

describe('a real API server refuses', () => {
  const place = { namespace, name: 'once' };
  const once = { metadata: { name: 'once' } };

  test('to make what there is', async () => {
    const { metadata } = await admin.api.create(configMaps, { namespace }, once);
    const again = await admin.api.create(configMaps, { namespace }, once).catch(error => error);
    expect([isAlreadyExists(again), isConflict(again)]).toEqual([true, false]);
    const other = { uid: `${metadata.uid?.slice(0, -1)}x` };
    const removed = await admin.api.remove(configMaps, place, other).catch(error => error);
    expect(isConflict(removed)).toBe(true);
    await admin.api.remove(configMaps, place, { uid: metadata.uid ?? '' });
  });

  test('to give or remove what there is not', async () => {
    const absent = { namespace, name: 'absent' };
    const failures = [
      await admin.api.get(configMaps, absent).catch(error => error),
      await admin.api.remove(configMaps, absent).catch(error => error),
    ];
    expect(failures.map(isNotFound)).toEqual([true, true]);
    expect(failures[0]).toHaveProperty('message', 'configmaps "absent" not found');
  });

  test('what is invalid, and says what', async () => {
    const nameless = { metadata: { name: 'Not A Name' } };
    await expect(admin.api.create(configMaps, { namespace }, nameless)).rejects.toMatchObject({
      status: 422,
      reason: 'Invalid',
      message: expect.stringContaining('metadata.name'),
    });
  });

  test('an unknown token', async () => {
    await server.kubectl(['create', 'serviceaccount', 'shortly']);
    const account = { namespace, name: 'shortly' };
    await using shortly = openApi(await server.kubeconfigFor({ serviceAccount: account }));
    await expect(shortly.api.get(configMaps, place)).rejects.toMatchObject({ status: 403 });
    await server.kubectl(['delete', 'serviceaccount', 'shortly']);
    const lookUp = () => shortly.api.get(configMaps, place).catch(error => error.status);
    await expect.poll(lookUp, { timeout: 60_000 }).toBe(401);
  });
});

describe('pages', () => {
  test('hold what was asked for, and together everything', async () => {
    const labels = { paged: 'yes' };
    const names = ['page-1', 'page-2', 'page-3'];
    for (const name of names)
      await admin.api.create(configMaps, { namespace }, { metadata: { name, labels } });
    const selected = { labelSelector: 'paged=yes', limit: 2 };
    const first = await admin.api.list(configMaps, { namespace }, selected);
    const query = { ...selected, continue: first.continue ?? '' };
    const second = await admin.api.list(configMaps, { namespace }, query);
    expect([first.items.length, second.items.length, second.continue]).toEqual([2, 1, undefined]);
    const found = [...first.items, ...second.items].map(({ metadata }) => metadata.name);
    expect(found).toEqual(names);
  });
});
