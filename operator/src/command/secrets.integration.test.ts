import { type ApiServer, startApiServer } from '@picket/cluster';
import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { stringify } from 'yaml';
import { setUpOperator } from '../../fixtures/operator-set-up.ts';
import { installCrd } from '../../fixtures/probes.ts';

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
  await installCrd(server);
});
afterAll(() => server.stop());

test('a probe waits for its Secret, and uses a changed one', async () => {
  const { namespace, probes, start, spec, shows, told, receiver } = await setUpOperator(server);
  const secret = (value: string) =>
    server.kubectl(['apply', '-f', '-'], {
      input: stringify({
        apiVersion: 'v1',
        kind: 'Secret',
        metadata: { name: 'login', namespace },
        stringData: { token: value },
      }),
    });
  const env = [{ name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'login', key: 'token' } } }];
  const request = { url: `${receiver.url}/{{ env.TOKEN }}`, method: 'GET' };
  await probes.apply('home', spec('home', { env, requests: [request] }));
  await start();
  await shows('home', 'Ready', 'False ReferenceNotFound');
  expect(told()).toEqual([]);
  await secret('first');
  await shows('home', 'Ready', 'True Scheduled');
  await waitFor('it asks with it', () => receiver.received.some(({ path }) => path === '/first'));
  await secret('second');
  const used = () => receiver.received.some(({ path }) => path === '/second');
  await waitFor('it asks with the changed one', used, { limit: 90_000 });
});
