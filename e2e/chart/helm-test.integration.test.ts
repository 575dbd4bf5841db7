import { createMetrics, startServer } from '@picket/monitor';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { renderChart } from './fixtures/render-chart.ts';

/** What the pod of `helm test` runs, on this machine. */
async function runHelmTest(service: string) {
  const pod = (await renderChart()).get('Pod watch/picket-test');
  const [{ command = [], args } = { args: [] }] = pod?.spec?.containers ?? [];
  expect(command[0]).toBe('/usr/bin/node');
  return execa(process.execPath, [...command.slice(1), ...args], {
    env: { SERVICE: service, PATIENCE_SECONDS: '0' },
    reject: false,
    timeout: 30_000,
  });
}

async function startReplica({ ready }: { ready: boolean }) {
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    metrics: createMetrics({ version: '0.1.0' }),
    ready: () => ready,
    onError: error => {
      throw error;
    },
  });
  return { url: `http://127.0.0.1:${server.port}`, [Symbol.asyncDispose]: () => server.close() };
}

describe('helm test', () => {
  test('passes where a replica is ready and serves metrics', async () => {
    await using replica = await startReplica({ ready: true });
    expect(await runHelmTest(replica.url)).toMatchObject({
      exitCode: 0,
      stdout: `${replica.url}/readyz: well\n${replica.url}/metrics: well`,
    });
  });

  test('fails where none is ready', async () => {
    await using replica = await startReplica({ ready: false });
    expect(await runHelmTest(replica.url)).toMatchObject({
      exitCode: 1,
      stdout: `${replica.url}/readyz: status 503`,
    });
  });

  test('fails where nobody answers, and says why', async () => {
    const { url } = await (async () => {
      await using replica = await startReplica({ ready: true });
      return replica;
    })();
    const ended = await runHelmTest(url);
    expect(ended.exitCode).toBe(1);
    expect(ended.stdout).toContain('ECONNREFUSED');
  });
});
