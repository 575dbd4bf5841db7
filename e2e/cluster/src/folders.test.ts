import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { clusterFolders, requireOwnFolder } from './folders.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'picket-folders-'));
});
afterEach(() => rm(root, { recursive: true }));

test('follows PICKET_CLUSTER, then XDG_STATE_HOME', () => {
  expect(clusterFolders({ PICKET_CLUSTER: '/a', XDG_STATE_HOME: '/b' }).kubeconfig).toBe(
    '/a/kubeconfig',
  );
  expect(clusterFolders({ XDG_STATE_HOME: '/b' }).home).toBe('/b/picket/cluster');
});

test('takes a folder that is not there, is empty, or was a cluster before', async () => {
  await requireOwnFolder(join(root, 'absent'));
  await requireOwnFolder(root);
  const { etcd, logs, kubeconfig } = clusterFolders({ PICKET_CLUSTER: root });
  await Promise.all([mkdir(etcd), mkdir(logs), writeFile(kubeconfig, '')]);
  await requireOwnFolder(root);
});

test('refuses a folder with something else in it', async () => {
  await writeFile(join(root, 'thesis.tex'), '');
  await expect(requireOwnFolder(root)).rejects.toThrow(/is no folder for a cluster: .*thesis\.tex/);
});
