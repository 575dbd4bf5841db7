import { access, readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ApiServer, startApiServer } from './index.ts';
import { identify } from './process-identity.ts';

const left = fileURLToPath(new URL('../fixtures/left-behind.ts', import.meta.url));

describe('one API server', () => {
  let api: ApiServer;
  beforeAll(async () => {
    api = await startApiServer();
  });
  afterAll(() => api.stop());

  test('takes a resource and gives it back', async () => {
    const input = 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: menu}\ndata: {soup: leek}\n';
    await api.kubectl(['apply', '-f', '-'], { input });
    const soup = await api.kubectl(['get', 'configmap', 'menu', '-o', 'jsonpath={.data.soup}']);
    expect(soup).toBe('leek');
  });

  test('takes a pod, whose account no controller made', async () => {
    const input = JSON.stringify({
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'idle' },
      spec: { containers: [{ name: 'idle', image: 'localhost/idle:1' }] },
    });
    expect(await api.kubectl(['create', '-f', '-'], { input })).toBe('pod/idle created');
  });

  test('says what kubectl said when it fails', async () => {
    await expect(api.kubectl(['get', 'configmap', 'absent'])).rejects.toMatchObject({
      name: 'KubectlError',
      stderr: 'Error from server (NotFound): configmaps "absent" not found',
    });
  });

  test('lets a service account do only what it is bound to', async () => {
    const serviceAccount = { namespace: 'default', name: 'reader' };
    await api.kubectl(['create', 'serviceaccount', 'reader']);
    const kubeconfig = `--kubeconfig=${await api.kubeconfigFor({ serviceAccount })}`;
    const list = [kubeconfig, 'get', 'configmaps', '-o', 'name'];
    await expect(api.kubectl(list)).rejects.toThrow(
      'User "system:serviceaccount:default:reader" cannot list resource "configmaps"',
    );
    const account = '--serviceaccount=default:reader';
    const rights = ['--verb=list', '--resource=configmaps'];
    await api.kubectl(['create', 'role', 'reader', ...rights]);
    await api.kubectl(['create', 'rolebinding', 'reader', '--role=reader', account]);
    await expect.poll(() => api.kubectl(list), { timeout: 20_000 }).toContain('configmap/');
    await expect(api.kubectl([kubeconfig, 'delete', 'configmaps', '--all'])).rejects.toThrow(
      'cannot delete resource "configmaps"',
    );
  });

  test('has no account for a token that nobody asked for', async () => {
    const serviceAccount = { namespace: 'default', name: 'nobody' };
    await expect(api.kubeconfigFor({ serviceAccount })).rejects.toThrow('"nobody" not found');
  });

  test('is gone while stopped, and back at the same address with the same data', async () => {
    await api.kubectl(['create', 'namespace', 'kept']);
    await api.stopServer();
    await expect(api.kubectl(['get', 'namespaces'])).rejects.toThrow(/refused/);
    await api.restartServer();
    expect(await api.kubectl(['get', 'namespace', 'kept', '-o', 'name'])).toBe('namespace/kept');
  });
});

test('two run side by side and share nothing', async () => {
  await using stack = new AsyncDisposableStack();
  const [one, other] = await Promise.all([startApiServer(), startApiServer()]);
  stack.use(one);
  stack.use(other);
  await one.kubectl(['create', 'namespace', 'ours']);
  await expect(other.kubectl(['get', 'namespace', 'ours'])).rejects.toThrow('not found');
});

test('a flag it does not know is told with its log, and nothing is left', async () => {
  await expect(startApiServer({ flags: ['--no-such-flag'] })).rejects.toThrow(
    /kube-apiserver ended; .*unknown flag: --no-such-flag/s,
  );
  const names = await readdir(tmpdir());
  const own = names.filter(name => name.startsWith(`picket-api-server-${process.pid}-`));
  expect(own).toEqual([]);
  const children = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8');
  expect(children).toBe('');
});

test('a killed test leaves no process, and its folder goes at the next start', async () => {
  const test = execa(process.execPath, [left], { reject: false });
  const line = await test[Symbol.asyncIterator]().next();
  const { kubeconfig, children } = JSON.parse(String(line.value));
  expect(children).toHaveLength(2);
  test.kill('SIGKILL');
  await test;
  for (const pid of children) {
    await expect.poll(() => identify(pid), { timeout: 10_000 }).toBeUndefined();
  }
  await access(dirname(kubeconfig));
  await using _next = await startApiServer();
  await expect(access(dirname(kubeconfig))).rejects.toMatchObject({ code: 'ENOENT' });
});
