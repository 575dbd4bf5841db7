import { createFakeClock } from '@picket/monitor/fixtures/fake-clock';
import { createTestFolder } from '@picket/monitor/fixtures/test-folder';
import { accept } from '@picket/monitor/fixtures/webhook-receiver';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { configMap } from '../../fixtures/config-map.ts';
import { answer, startStubApiServer } from '../../fixtures/stub-api-server.ts';
import { connect } from './connection.ts';
import { createKubeApi } from './create-api.ts';
import { configMaps } from './resources/config-maps.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

const noCredentials = expect.objectContaining({ name: 'KubeError', reason: 'NoCredentials' });

function failureOf(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('a connection', () => {
  test('leads to the server of the context, in its namespace', async () => {
    await using server = await startStubApiServer(accept);
    const connection = connect({ kubeconfig: server.kubeconfig, clock: createFakeClock() });
    expect(connection.server).toBe(`${server.url}/prefix`);
    expect(connection.namespace).toBe('shop');
    await connection.close();
  });

  test('uses the file that KUBECONFIG names, though it could use a pod’s account', async () => {
    await using server = await startStubApiServer(accept);
    vi.stubEnv('KUBERNETES_SERVICE_HOST', '10.96.0.1');
    vi.stubEnv('KUBERNETES_SERVICE_PORT', '443');
    vi.stubEnv('KUBECONFIG', server.kubeconfig);
    const connection = connect({ clock: createFakeClock() });
    expect(connection.server).toBe(`${server.url}/prefix`);
    await connection.close();
  });

  test('uses the pod’s account in a pod', async () => {
    vi.stubEnv('KUBERNETES_SERVICE_HOST', 'fd00::1');
    vi.stubEnv('KUBERNETES_SERVICE_PORT', '443');
    vi.stubEnv('KUBECONFIG', '');
    const connection = connect({ clock: createFakeClock() });
    expect(connection.server).toBe('https://[fd00::1]:443');
    await connection.close();
  });

  test.each([
    ['a password', { username: 'ann', password: 'böse' }, `Basic ${btoa('ann:b\u00c3\u00b6se')}`],
    ['a token', { token: 'tok' }, 'Bearer tok'],
  ])('shows %s', async (_, user, authorization) => {
    await using server = await startStubApiServer(accept);
    const kubeconfig = await server.writeKubeconfig({ user });
    const connection = connect({ kubeconfig, clock: createFakeClock() });
    expect((await connection.access()).headers).toEqual({ Authorization: authorization });
    await connection.close();
  });

  test('goes through the proxy that the kubeconfig names', async () => {
    await using server = await startStubApiServer(accept);
    await using proxy = await startStubApiServer(answer(configMap('menu', '5')));
    const kubeconfig = await server.writeKubeconfig({ cluster: { 'proxy-url': proxy.url } });
    const connection = connect({ kubeconfig, clock: createFakeClock() });
    const api = createKubeApi(connection, { userAgent: 'test' });
    await api.get(configMaps, { namespace: 'shop', name: 'menu' });
    expect(server.received).toEqual([]);
    expect(proxy.received[0]?.path).toBe(
      `${server.url}/prefix/api/v1/namespaces/shop/configmaps/menu`,
    );
    await connection.close();
  });
});

describe('credentials', () => {
  test('are kept for 10 s', async () => {
    await using server = await startStubApiServer(accept);
    const clock = createFakeClock();
    const connection = connect({ kubeconfig: server.kubeconfig, clock });
    const first = await connection.access();
    await clock.advance(9_999);
    expect(await connection.access()).toBe(first);
    await clock.advance(1);
    const second = await connection.access();
    expect(second).not.toBe(first);
    expect(second.request).toBe(first.request);
    await connection.close();
  });

  test('are read once for all who ask at a time', async () => {
    await using server = await startStubApiServer(accept);
    const connection = connect({ kubeconfig: server.kubeconfig, clock: createFakeClock() });
    const [first, second] = await Promise.all([connection.access(), connection.access()]);
    expect(second).toBe(first);
    await connection.close();
  });

  test('that were refused are read anew, but not for those replaced already', async () => {
    await using server = await startStubApiServer(accept);
    const connection = connect({ kubeconfig: server.kubeconfig, clock: createFakeClock() });
    const first = await connection.access();
    await server.writeToken('second');
    expect((await connection.access()).headers).toEqual({ Authorization: 'Bearer first' });
    connection.refuse(first);
    const second = await connection.access();
    expect(second.headers).toEqual({ Authorization: 'Bearer second' });
    connection.refuse(first);
    expect(await connection.access()).toBe(second);
    await connection.close();
  });

  test('that changed their certificates open other connections', async () => {
    await using server = await startStubApiServer(accept);
    const clock = createFakeClock();
    const kubeconfig = await server.writeKubeconfig({ user: { 'client-key': server.tokenFile } });
    const connection = connect({ kubeconfig, clock });
    const first = await connection.access();
    await server.writeToken('another key');
    await clock.advance(10_000);
    const second = await connection.access();
    expect(second.request).not.toBe(first.request);
    expect(second.watch).not.toBe(first.watch);
    await connection.close();
  });

  test('that can’t be read are an error of their own', async () => {
    await using server = await startStubApiServer(accept);
    const user = { 'client-key': `${server.tokenFile}.gone` };
    const kubeconfig = await server.writeKubeconfig({ user });
    const connection = connect({ kubeconfig, clock: createFakeClock() });
    await expect(connection.access()).rejects.toEqual(noCredentials);
    await connection.close();
  });
});

describe('a kubeconfig that can’t be used', () => {
  test('because it is not there', async () => {
    await using folder = await createTestFolder();
    const kubeconfig = `${folder.path}/absent`;
    expect(failureOf(() => connect({ kubeconfig, clock: createFakeClock() }))).toEqual(
      noCredentials,
    );
  });

  test.each([
    ['because it is no YAML', '{'],
    ['because it is empty', ''],
    ['because its context names no cluster', { contexts: [], clusters: [], users: [] }],
  ])('%s', async (_, content) => {
    await using folder = await createTestFolder();
    const kubeconfig = await folder.write('kubeconfig', content);
    expect(failureOf(() => connect({ kubeconfig, clock: createFakeClock() }))).toEqual(
      noCredentials,
    );
  });
});
