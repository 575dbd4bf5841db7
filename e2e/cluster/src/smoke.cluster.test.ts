import { randomInt } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { execa } from 'execa';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildSmokeImage } from '../fixtures/smoke-image.ts';
import { smokePods, webPort } from '../fixtures/smoke-pods.ts';
import { type Cluster, useCluster } from './index.ts';

const namespace = `smoke-${randomInt(1_000_000)}`;
const inNamespace = `--namespace=${namespace}`;
let cluster: Cluster;

beforeAll(async () => {
  cluster = await useCluster();
  const folder = await mkdtemp(join(tmpdir(), 'picket-smoke-'));
  try {
    const archive = join(folder, 'smoke.tar');
    await buildSmokeImage(archive);
    await cluster.loadImage(archive);
  } finally {
    await rm(folder, { recursive: true });
  }
  await cluster.kubectl(['apply', '-f', '-'], { input: smokePods(namespace) });
  const ready = ['wait', '--for=condition=Ready', '--timeout=120s', 'pod/web', 'pod/visitor'];
  await cluster.kubectl([...ready, inNamespace]);
});
afterAll(() => cluster.kubectl(['delete', 'namespace', namespace]));

test('a restricted pod runs as its user, without capabilities', async () => {
  expect(await visitor('id', '-u')).toBe('65532');
  expect(await visitor('grep', 'CapEff', '/proc/self/status')).toMatch(/\s0{16}$/);
});

test('a service answers a pod under its address and its name', async () => {
  const address = await fieldOf('service/web', '{.spec.clusterIP}');
  expect(await visitor('nslookup', `web.${namespace}.svc.cluster.local`)).toContain(address);
  expect(await fetchIn('visitor', `http://${address}/hostname`)).toBe('web');
  expect(await fetchIn('visitor', 'http://web/hostname')).toBe('web');
});

test('a pod reaches itself behind a service', async () => {
  const address = await fieldOf('service/web', '{.spec.clusterIP}');
  expect(await fetchIn('web', `http://${address}/hostname`)).toBe('web');
});

test('a pod pings another by a short name, without capabilities', async () => {
  const address = await fieldOf('pod/web', '{.status.podIP}');
  const command = ['exec', inNamespace, 'visitor', '--', '/bin/ping', '-c', '1', 'direct'];
  const said = await cluster.kubectl(command);
  expect(said).toContain(`(${address})`);
  expect(said).toContain('1 received, 0% packet loss');
});

test('a pod reaches this machine', async () => {
  await using server = createServer((_request, response) => response.end('from the host'));
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  server.once('error', reject).listen(0, cluster.hostAddress, resolve);
  await promise;
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  expect(await fetchIn('visitor', `http://${cluster.hostAddress}:${port}/`)).toBe('from the host');
});

test('port-forward leads to a pod, whose logs tell of it', async () => {
  const { kubeconfig, kubectl, tools } = cluster;
  const forward = execa(
    join(tools, 'kubectl'),
    ['port-forward', inNamespace, 'pod/web', `:${webPort}`],
    { env: { KUBECONFIG: kubeconfig }, reject: false, timeout: 60_000 },
  );
  try {
    const { value } = await forward[Symbol.asyncIterator]().next();
    const port = /127\.0\.0\.1:(\d+)/.exec(String(value))?.[1];
    const answer = await fetch(`http://127.0.0.1:${port}/hostname`);
    expect((await answer.text()).trim()).toBe('web');
  } finally {
    forward.kill();
    await forward;
  }
  expect(await kubectl(['logs', inNamespace, 'web'])).toContain('/hostname');
});

test('pods go on while the API server is away, and it comes back with all it knew', async context => {
  const { provider, kubectl } = cluster;
  if (provider !== 'local') context.skip();
  const url = `http://${await fieldOf('pod/web', '{.status.podIP}')}:${webPort}/hostname`;
  await cluster.stopApiServer();
  try {
    await expect(kubectl(['get', 'nodes'])).rejects.toThrow(/refused/);
    expect((await (await fetch(url)).text()).trim()).toBe('web');
  } finally {
    await cluster.startApiServer();
  }
  expect(await fieldOf('pod/web', '{.status.containerStatuses[0].restartCount}')).toBe('0');
});

function visitor(...command: readonly string[]): Promise<string> {
  return cluster.kubectl(['exec', inNamespace, 'visitor', '--', '/bin/busybox', ...command]);
}

function fetchIn(pod: string, url: string): Promise<string> {
  const command = ['/bin/busybox', 'wget', '-q', '-O', '-', url];
  return cluster.kubectl(['exec', inNamespace, pod, '--', ...command]);
}

function fieldOf(resource: string, path: string): Promise<string> {
  return cluster.kubectl(['get', resource, inNamespace, `-o=jsonpath=${path}`]);
}
