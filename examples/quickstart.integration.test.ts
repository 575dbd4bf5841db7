import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { waitFor } from '@picket/monitor/fixtures/wait-for';
import { execa } from 'execa';
import { expect, test } from 'vitest';

const script = fileURLToPath(new URL('quickstart.ts', import.meta.url));

/** Text that passes by in this order while the shop breaks and heals once. */
const story = [
  'Metrics: http://127.0.0.1:9464/metrics',
  '/#token=',
  'health  200 OK',
  'alert: broken',
  'INCIDENT health',
  'RECOVERY health',
];

test('the quickstart shows a shop that breaks and heals, serves the tracker, and ends with all of it at SIGINT', async () => {
  const quickstart = execa(process.execPath, [script], {
    env: {
      SHOP_HEALTHY_SECONDS: '5',
      SHOP_BROKEN_SECONDS: '6',
      TRACKER_WEB_PORT: '0',
      NO_COLOR: '1',
    },
    reject: false,
    timeout: 90_000,
  });
  const missing = [...story];
  let address = '';
  let token = '';
  let closed: Promise<void> | undefined;
  let statuses: readonly number[] = [];
  for await (const line of quickstart) {
    if (missing[0] !== undefined && line.includes(missing[0])) {
      missing.shift();
      if (missing.length === 0) {
        closed = untilClosed(address, token).finally(() => quickstart.kill('SIGINT'));
      }
    }
    const [found, url = '', secret = ''] = /(http:\S+)\/#token=(\S+)/.exec(line) ?? [];
    if (found !== undefined) {
      [address, token] = [url, secret];
      const answers = await Promise.all([readTickets(url), readTickets(url, secret)]);
      statuses = answers.map(({ status }) => status);
      expect(answers[1]?.body).toContain('Round half to even');
    }
  }
  const { exitCode, stderr } = await quickstart;
  expect(missing, stderr).toEqual([]);
  await closed;
  expect(statuses).toEqual([401, 200]);
  expect(exitCode).toBe(0);
  await expect(fetch(address)).rejects.toThrow('fetch failed');
});

test('a port that is taken is told, and nothing is left', async () => {
  await using taken = await listen();
  const { exitCode, stderr, stdout } = await execa(process.execPath, [script], {
    env: { TRACKER_WEB_PORT: String(taken.port), NO_COLOR: '1' },
    reject: false,
    timeout: 90_000,
  });
  expect(stderr).toContain('The quickstart cannot go on');
  expect(stderr).toContain(String(taken.port));
  expect(stdout).toBe('');
  expect(exitCode).toBe(1);
});

/** Resolves once the incident's ticket has been closed by its recovery. */
async function untilClosed(url: string, token: string): Promise<void> {
  await waitFor('the ticket is closed', async () => {
    const { body } = await readTickets(url, token, '--label=shop', '--status=done');
    return body.includes('Health, which breaks and heals');
  });
}

async function readTickets(url: string, token?: string, ...filters: string[]) {
  const response = await fetch(`${url}/api/run`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify({ argv: ['ticket', 'read', ...filters] }),
  });
  return { status: response.status, body: await response.text() };
}

async function listen(): Promise<AsyncDisposable & { readonly port: number }> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('it has no port');
  return { port: address.port, [Symbol.asyncDispose]: async () => void server.close() };
}
