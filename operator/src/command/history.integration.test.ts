import { type ApiServer, startApiServer } from '@picket/cluster';
import { startPostgres } from '@picket/monitor/fixtures/postgres-server';
import { postgresUrl } from '@picket/monitor/fixtures/postgres-url';
import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setUpOperator } from '../../fixtures/operator-set-up.ts';
import { installCrd } from '../../fixtures/probes.ts';

let server: ApiServer;
let database: Awaited<ReturnType<typeof startPostgres>>;
beforeAll(async () => {
  [server, database] = await Promise.all([startApiServer(), startPostgres()]);
  await installCrd(server);
});
afterAll(() => Promise.all([server.stop(), database.stop()]));

test('replicas keep one history, and show it to other machines by a token only', async () => {
  const { namespace, probes, start, spec } = await setUpOperator(server);
  await probes.apply('home', spec('home'));
  const token = 'correct-horse-battery';
  const open = { history: { url: postgresUrl(database) }, flags: ['--host=0.0.0.0'] };
  const [guarded, closed] = await Promise.all([
    start('replica-0', { ...open, env: { PICKET_HISTORY_TOKEN: token } }),
    start('replica-1', open),
  ]);
  const path = `/api/history/results?probe=${namespace}%2Fhome`;
  const ask = ({ url }: { url: string }, headers = {}) => fetch(`${url}${path}`, { headers });

  const answer = await waitFor('results', async () => {
    const asked = await ask(guarded, { authorization: `Bearer ${token}` });
    return asked.status === 200 && (await asked.text());
  });
  expect(JSON.parse(answer).results[0]).toMatchObject({
    request: 'home',
    health: 'ok',
    status: 200,
  });
  expect((await ask(guarded)).status).toBe(401);
  expect((await ask(closed)).status).toBe(403);

  // What waits when it is told to stop is written first.
  expect(await Promise.all([guarded.stop(), closed.stop()])).toEqual([0, 0]);
  const said = JSON.stringify([...guarded.log, ...closed.log]);
  expect(said).not.toMatch(/cannot be written|not written/);
  expect(said).not.toContain(token);
  expect(said).not.toContain(database.password);
});
