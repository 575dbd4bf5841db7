import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiServer, startApiServer, useCluster } from './index.ts';

let given: ApiServer;
let folder: string;
beforeAll(async () => {
  given = await startApiServer();
  folder = await mkdtemp(join(tmpdir(), 'picket-given-'));
});
afterAll(async () => {
  await given.stop();
  await rm(folder, { recursive: true });
});

test('takes the cluster that KUBECONFIG names, and starts none', async () => {
  const cluster = await useCluster({
    KUBECONFIG: given.kubeconfig,
    PICKET_HOST_ADDRESS: '192.0.2.7',
  });
  expect(cluster).toMatchObject({
    provider: 'given',
    kubeconfig: given.kubeconfig,
    hostAddress: '192.0.2.7',
  });
  await given.kubectl(['create', 'namespace', 'theirs']);
  expect(await cluster.kubectl(['get', 'namespace', 'theirs', '-o=name'])).toBe('namespace/theirs');
  await expect(cluster.stopApiServer()).rejects.toThrow('only the API server of the local cluster');
});

test('loads an image the way PICKET_LOAD_IMAGE says', async () => {
  const seen = join(folder, 'seen');
  const cluster = await useCluster({
    KUBECONFIG: given.kubeconfig,
    PICKET_LOAD_IMAGE: `exec >${seen}; echo loading`,
  });
  await cluster.loadImage('/images/an image.tar');
  expect(await readFile(seen, 'utf8')).toBe('loading /images/an image.tar\n');
});

test('says how to load images where it cannot know', async () => {
  const cluster = await useCluster({ KUBECONFIG: given.kubeconfig });
  await expect(cluster.loadImage('/image.tar')).rejects.toThrow('set PICKET_LOAD_IMAGE');
});
