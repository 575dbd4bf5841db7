import { type ApiServer, startApiServer } from '@picket/cluster';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  followConfigMaps,
  openApi,
  throughPort,
  versionsIn,
  versionsOn,
} from '../../fixtures/followed-config-maps.ts';
import { openTcpLink } from '../../fixtures/tcp-link.ts';
import { createWriter, forEach } from '../../fixtures/write-config-maps.ts';
import type { KubeApi } from './api.ts';
import { isExpired } from './kube-error.ts';
import { listAll } from './list-all.ts';
import { configMaps } from './resources/config-maps.ts';

const timeout = 60_000;

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer({
    // Lists and watches come from etcd itself, which forgets old versions all the time.
    flags: [
      '--feature-gates=WatchList=false',
      '--watch-cache=false',
      '--etcd-compaction-interval=1s',
    ],
  });
});
afterAll(() => server.stop());

/** Resolves once etcd knows that version no more. */
async function forget(api: KubeApi, namespace: string, resourceVersion: string): Promise<void> {
  const { change } = createWriter(api, namespace);
  const isForgotten = async () => {
    // Only versions before the last are forgotten.
    await change(0, { now: String(performance.now()) });
    const exact = { resourceVersion, resourceVersionMatch: 'Exact' } as const;
    return api.list(configMaps, { namespace }, exact).then(() => false, isExpired);
  };
  await expect.poll(isForgotten, { timeout }).toBe(true);
}

test('a version that etcd has forgotten is followed by a list, which tells what was missed', async () => {
  const namespace = 'default';
  await using link = await openTcpLink({ port: Number(new URL(server.server).port) });
  await using admin = openApi(server.kubeconfig);
  await using cutOff = openApi(await throughPort(server.kubeconfig, link.port));
  const { create, change, remove } = createWriter(admin.api, namespace);
  await forEach(10, n => create(n));
  await using followed = followConfigMaps(cutOff.api, namespace);
  await followed.synced;
  await change(1, { followed: 'yes' });
  await expect.poll(() => followed.changes.at(-1), { timeout }).toBe('updated item-1');
  link.cut();
  const known = followed.changes.length;
  await remove(5);
  await create(10);
  const { resourceVersion } = await change(6, { changed: 'yes' }).then(object => object.metadata);
  await forget(admin.api, namespace, resourceVersion ?? '');
  link.restore();
  await expect
    .poll(() => versionsIn(followed.cache), { timeout })
    .toEqual(await versionsOn(admin.api, namespace));
  expect(followed.changes.slice(known).sort()).toEqual([
    'added item-10',
    'deleted item-5',
    'updated item-0',
    'updated item-6',
  ]);
  expect(followed.errors).toContainEqual(expect.objectContaining({ status: 410 }));
});

test('a list whose version is forgotten between two pages is whole all the same', async () => {
  const namespace = 'paged';
  await server.kubectl(['create', 'namespace', namespace]);
  await using admin = openApi(server.kubeconfig);
  await forEach(600, n => createWriter(admin.api, namespace).create(n));
  const asked: (number | undefined)[] = [];
  const api: Pick<KubeApi, 'list'> = {
    async list(resource, place, options = {}) {
      asked.push(options.limit);
      const page = await admin.api.list(resource, place, options);
      if (page.continue !== undefined) await forget(admin.api, namespace, page.resourceVersion);
      return page;
    },
  };
  const { signal } = new AbortController();
  const { items } = await listAll({ api, resource: configMaps, place: { namespace }, signal });
  expect(asked).toEqual([500, 500, undefined]);
  expect(new Set(items.map(({ metadata }) => metadata.name)).size).toBe(600);
});
