import { type ApiServer, startApiServer } from '@picket/cluster';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
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
import { KubeError } from './kube-error.ts';

/** Milliseconds within which what the server has must have arrived. */
const timeout = 60_000;

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.stop());
afterEach(() => {
  vi.useRealTimers();
});

let namespaces = 0;

/** A namespace of its own for a test. */
async function createNamespace(): Promise<string> {
  const name = `reflected-${++namespaces}`;
  await server.kubectl(['create', 'namespace', name]);
  return name;
}

describe('what happens to ConfigMaps', () => {
  test('in a burst of 5,000 changes arrives, each once', async () => {
    const namespace = await createNamespace();
    await using admin = openApi(server.kubeconfig);
    // This server streams what there is, so that there is nothing to list.
    const list = () => Promise.reject(new Error('a list was asked for'));
    await using followed = followConfigMaps({ watch: admin.api.watch, list }, namespace);
    await followed.synced;
    const { create, change, remove } = createWriter(admin.api, namespace);
    await forEach(1_000, n => create(n));
    await forEach(3_000, n => change(n % 1_000, { n: String(n) }));
    await forEach(1_000, n => (n % 2 === 0 ? remove(n) : change(n, { last: 'yes' })));
    await expect.poll(() => followed.changes.length, { timeout }).toBe(5_000);
    expect(versionsIn(followed.cache)).toEqual(await versionsOn(admin.api, namespace));
    expect(countsOf(followed.changes)).toEqual({ added: 1_000, updated: 3_500, deleted: 500 });
    expect(followed.errors).toEqual([]);
  });

  test('around a crash of the API server arrives, and nothing is taken for deleted', async () => {
    const namespace = await createNamespace();
    await using admin = openApi(server.kubeconfig);
    await using followed = followConfigMaps(admin.api, namespace);
    const { create, change } = createWriter(admin.api, namespace);
    await forEach(300, n => create(n));
    let isBack = false;
    const crash = async () => {
      await server.stopServer();
      await server.restartServer();
      isBack = true;
    };
    const crashing = crash();
    const failures: unknown[] = [];
    for (let n = 0; !isBack; n++)
      await change(n % 300, { n: String(n) }).catch(error => failures.push(error));
    await crashing;
    await forEach(300, n => change(n, { after: 'yes' }));
    await expect
      .poll(() => versionsIn(followed.cache), { timeout })
      .toEqual(await versionsOn(admin.api, namespace));
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.filter(error => !(error instanceof KubeError))).toEqual([]);
    expect(followed.changes.filter(change => change.startsWith('deleted'))).toEqual([]);
  });

  test('while cut off, over a restart that forgets the version, is found out', async () => {
    const namespace = await createNamespace();
    await using link = await openTcpLink({ port: Number(new URL(server.server).port) });
    await using admin = openApi(server.kubeconfig);
    await using cutOff = openApi(await throughPort(server.kubeconfig, link.port));
    await using followed = followConfigMaps(cutOff.api, namespace);
    const { create, change, remove } = createWriter(admin.api, namespace);
    await forEach(10, n => create(n));
    await expect.poll(() => followed.cache.size, { timeout }).toBe(10);
    link.cut();
    await Promise.all([remove(0), change(1, { changed: 'yes' }), create(10)]);
    await server.restartServer();
    await change(2, { changed: 'yes' });
    link.restore();
    await expect
      .poll(() => versionsIn(followed.cache), { timeout })
      .toEqual(await versionsOn(admin.api, namespace));
    expect(followed.changes.slice(10).sort()).toEqual([
      'added item-10',
      'deleted item-0',
      'updated item-1',
      'updated item-2',
    ]);
    expect(followed.errors).toContainEqual(expect.objectContaining({ status: 410 }));
  });

  test('after the connection died in silence arrives', async () => {
    const namespace = await createNamespace();
    await using link = await openTcpLink({ port: Number(new URL(server.server).port) });
    await using admin = openApi(server.kubeconfig);
    const kubeconfig = await throughPort(server.kubeconfig, link.port);
    await using lost = openApi(kubeconfig, { watchIdleTimeout: 2_000 });
    await using followed = followConfigMaps(lost.api, namespace);
    await followed.synced;
    link.silence();
    await createWriter(admin.api, namespace).create(1);
    await expect.poll(() => followed.changes, { timeout }).toEqual(['added item-1']);
    expect(followed.errors).toEqual([]);
  });

  test('reaches a consumer that the server lost patience with', async () => {
    const namespace = await createNamespace();
    await using admin = openApi(server.kubeconfig);
    const held = Promise.withResolvers<void>();
    let watches = 0;
    const slow: Pick<KubeApi, 'list' | 'watch'> = {
      list: admin.api.list,
      async *watch(resource, place, options) {
        watches++;
        for await (const event of admin.api.watch(resource, place, options)) {
          if (event.type === 'ADDED') await held.promise;
          yield event;
        }
      },
    };
    await using followed = followConfigMaps(slow, namespace);
    await followed.synced;
    const before = watches;
    const { create } = createWriter(admin.api, namespace);
    await forEach(400, n => create(n, { fill: 'x'.repeat(100_000) }));
    held.resolve();
    await expect
      .poll(() => versionsIn(followed.cache), { timeout })
      .toEqual(await versionsOn(admin.api, namespace));
    expect(watches).toBeGreaterThan(before);
  });

  test('arrives whatever the wall clock does', async () => {
    const namespace = await createNamespace();
    await using link = await openTcpLink({ port: Number(new URL(server.server).port) });
    await using admin = openApi(await throughPort(server.kubeconfig, link.port));
    await using followed = followConfigMaps(admin.api, namespace);
    await followed.synced;
    const { create } = createWriter(admin.api, namespace);
    const day = 86_400_000;
    for (const [n, jump] of [-day, 365 * day].entries()) {
      vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + jump });
      link.cut();
      link.restore();
      await expect.poll(() => create(n), { timeout }).toMatchObject({ kind: 'ConfigMap' });
      await expect.poll(() => followed.changes.at(-1), { timeout }).toBe(`added item-${n}`);
    }
  });

  test('is told once it is allowed, and until then why it is not', async () => {
    const namespace = await createNamespace();
    const account = { namespace, name: 'watcher' };
    await server.kubectl(['create', 'serviceaccount', 'watcher', `--namespace=${namespace}`]);
    const kubeconfig = await server.kubeconfigFor({ serviceAccount: account });
    await using admin = openApi(server.kubeconfig);
    await using watcher = openApi(kubeconfig);
    await using followed = followConfigMaps(watcher.api, namespace);
    await createWriter(admin.api, namespace).create(1);
    await expect.poll(() => followed.errors.length, { timeout }).toBeGreaterThan(0);
    expect(followed.errors[0]).toMatchObject({
      status: 403,
      reason: 'Forbidden',
      message: expect.stringContaining(
        `User "system:serviceaccount:${namespace}:watcher" cannot watch resource "configmaps"`,
      ),
    });
    const role = ['role', 'watcher', `--namespace=${namespace}`];
    await server.kubectl(['create', ...role, '--verb=list,watch', '--resource=configmaps']);
    const subject = `--serviceaccount=${namespace}:watcher`;
    const binding = ['rolebinding', 'watcher', `--namespace=${namespace}`, '--role=watcher'];
    await server.kubectl(['create', ...binding, subject]);
    await expect.poll(() => followed.changes, { timeout }).toEqual(['added item-1']);
  });
});

function countsOf(changes: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const change of changes) {
    const [type = ''] = change.split(' ');
    counts[type] = (counts[type] ?? 0) + 1;
  }
  return counts;
}
