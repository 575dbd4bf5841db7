import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { execa } from 'execa';
import { describe, expect } from 'vitest';
import { runAgent } from './fixtures/agent-pod.ts';
import { clusterTest, disposed } from './fixtures/cluster-test.ts';
import { startGitServer } from './fixtures/git-server.ts';
import { buildTrackerImage } from './fixtures/images.ts';
import { createLocalVolume } from './fixtures/local-volume.ts';
import { createNamespace } from './fixtures/namespace.ts';
import { secret } from './fixtures/objects.ts';
import { isReady } from './fixtures/pod.ts';
import { forwardPort } from './fixtures/port-forward.ts';
import { openTracker } from './fixtures/tracker-browser.ts';
import { installTracker } from './fixtures/tracker-release.ts';
import { post, runByWeb, runTracker } from './fixtures/tracker-service.ts';

const webPort = 3847;
const mcpPort = 3848;
const login = { username: 'tracker', password: 'as-good-as-any-9f2c' };

const test = clusterTest
  .extend('image', { scope: 'file' }, async ({ cluster }) => {
    const image = await buildTrackerImage();
    await cluster.loadImage(image.archive);
    return image;
  })
  .extend('namespace', { scope: 'file' }, async ({ cluster }, { onCleanup }) =>
    disposed(await createNamespace(cluster.kubectl, 'tracker'), onCleanup),
  )
  .extend('volume', { scope: 'file' }, async ({ namespace }, { onCleanup }) =>
    disposed(await createLocalVolume(namespace, 'data-tracker-0'), onCleanup),
  )
  .extend(
    'tracker',
    { scope: 'file' },
    async ({ cluster, image, namespace, volume }, { onCleanup }) => {
      const values = { podAnnotations: { volume: volume.folder } };
      return disposed(
        await installTracker({ ...where(cluster), namespace, image, name: 'tracker', values }),
        onCleanup,
      );
    },
  );

const where = ({ tools, kubeconfig }: { tools: string; kubeconfig: string }) => ({
  tools,
  kubeconfig,
});

describe('helm install tracker charts/tracker', () => {
  test('lets nobody in without the token', async ({ cluster, namespace, tracker }) => {
    const settings = { ...where(cluster), namespace };
    await using web = await forwardPort(settings, tracker.name, webPort);
    await using mcp = await forwardPort(settings, tracker.name, mcpPort);
    const token = await tracker.token();
    expect(token).toMatch(/^\w{48}$/);
    expect(tracker.notes).not.toContain(token);
    for (const url of [`${web.url}/api/run`, `${mcp.url}/mcp`]) {
      for (const wrong of [undefined, `${token}x`, token.slice(1)]) {
        const { status, headers } = await post(url, { argv: ['ticket', 'read'] }, wrong);
        expect([status, headers.get('www-authenticate')]).toEqual([401, 'Bearer']);
      }
    }
  });

  test('people and agents work the same tickets', async ({
    cluster,
    image,
    namespace,
    tracker,
  }) => {
    const token = await tracker.token();
    await using web = await forwardPort({ ...where(cluster), namespace }, tracker.name, webPort);
    await using person = await openTracker(web.url, token);
    await person.createEpic('Billing moves to the new ledger');
    await person.createStory('Invoices are rounded alike', 'Billing moves to the new ledger');
    await person.createTicket('Round half to even');
    await person.comment(1, 'Begun: the invoice page is first.');
    await person.drag(1, 'Done');

    const seen = await runAgent(namespace, {
      image,
      url: `http://${tracker.name}.${namespace.name}.svc.cluster.local:${mcpPort}/mcp`,
      tokenSecret: `${tracker.name}-token`,
      comment: 'An agent has seen it.',
    });
    expect(seen.refusals).toEqual([expect.stringContaining('401'), expect.stringContaining('401')]);
    expect(seen.tools).toEqual(['tracker_run']);
    const read = JSON.stringify(seen.read);
    expect(read).toContain('Round half to even');
    expect(read).toMatch(/status\W+done/);

    const comments = await person.comments(1);
    await comments.getByText('An agent has seen it.').waitFor();
    await comments.getByText('Begun: the invoice page is first.').waitFor();
  });

  test('a restart and an upgrade lose nothing, and keep the token', async ({
    cluster,
    namespace,
    tracker,
  }) => {
    const token = await tracker.token();
    const readAll = async () => {
      await using web = await forwardPort({ ...where(cluster), namespace }, tracker.name, webPort);
      return [
        await runByWeb(web.url, token, 'epic', 'read'),
        await runByWeb(web.url, token, 'ticket', 'read', '--id=1'),
      ];
    };
    const before = await readAll();
    expect(before[1]).toMatchObject({ status: 'done', comments: [{}, {}] });

    await namespace.kubectl(['delete', 'pod', `${tracker.name}-0`, '--timeout=60s']);
    await waitFor('the pod is ready', async () => (await tracker.pods()).some(isReady));
    expect(await readAll()).toEqual(before);

    await tracker.upgrade({ mcp: { readOnly: true } });
    expect(await readAll()).toEqual(before);
    expect(await tracker.token()).toBe(token);
  });

  test('an upgrade puts right what kept the pod from starting', async ({ image, tracker }) => {
    const { repository } = image;
    const nowhere = { repository, tag: 'nowhere', pullPolicy: 'Never' };
    await tracker.upgrade({ image: nowhere }, { waits: false });
    await waitFor('the new pod is there', async () =>
      (await tracker.pods()).some(pod => !pod.metadata.deletionTimestamp && !isReady(pod)),
    );
    await tracker.upgrade({});
    expect((await tracker.pods()).filter(isReady)).toHaveLength(1);
  });

  test('the chart’s own test passes', async ({ tracker }) => {
    expect(await tracker.test()).toMatch(/Phase:\s+Succeeded/);
  });
});

describe('with a remote that asks who is there', () => {
  test('its board is cloned, and synced; the password is nowhere in the volume', async ({
    cluster,
    image,
    namespace,
  }) => {
    await using remote = await startGitServer(cluster.hostAddress, login);
    await runTracker(remote.path, 'init');
    await runTracker(remote.path, 'ticket', 'create', '--title=From the remote');
    await namespace.apply(secret('remote', login));
    await using volume = await createLocalVolume(namespace, 'data-clone-0');
    await using clone = await installTracker({
      ...where(cluster),
      ...{ namespace, image, name: 'clone' },
      values: { repository: { url: remote.url, existingSecret: 'remote', syncInterval: 2 } },
    });
    const token = await clone.token();
    await using web = await forwardPort({ ...where(cluster), namespace }, clone.name, webPort);
    const ticket = { title: 'From the remote' };
    expect(await runByWeb(web.url, token, 'ticket', 'read')).toMatchObject({ items: [ticket] });

    await runByWeb(web.url, token, 'ticket', 'create', '--title=From the cluster');
    await waitFor('the remote has it', async () => {
      const found = await runTracker(remote.path, 'ticket', 'read');
      return JSON.stringify(found).includes('From the cluster');
    });
    const grep = ['--recursive', '--files-with-matches', login.password, volume.folder];
    expect(await execa('grep', grep, { reject: false })).toMatchObject({ exitCode: 1, stdout: '' });
  });
});
