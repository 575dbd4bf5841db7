import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { answeredHttps, exampleProbe, judgeRuns } from '../../fixtures/example-run.ts';
import { parseExposition } from '../../fixtures/parse-exposition.ts';
import { createMetrics } from '../metrics/metrics.ts';
import { type ServerOptions, startServer } from './server.ts';

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0)) await cleanUp();
});

async function start(options: Partial<ServerOptions> = {}) {
  const errors: unknown[] = [];
  const server = await startServer({
    host: '127.0.0.1',
    port: 0,
    metrics: createMetrics({ version: '1.2.3' }),
    ready: () => true,
    onError: error => errors.push(error),
    ...options,
  });
  cleanUps.push(server.close);
  return { ...server, errors, url: `http://127.0.0.1:${server.port}` };
}

describe('GET /metrics', () => {
  test.each(['gzip', 'identity', 'deflate, gzip;q=0', 'gzip;q=0.8, *;q=0.1'])(
    'gives everything to a client that accepts %s',
    async encoding => {
      const metrics = createMetrics({ version: '1.2.3' });
      for (const run of judgeRuns(exampleProbe('home'), [answeredHttps()])) metrics.observe(run);
      const { url } = await start({ metrics });
      const response = await fetch(`${url}/metrics?from=test`, {
        headers: { 'accept-encoding': encoding },
      });
      expect(response.status).toBe(200);
      expect(response.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8');
      expect(response.headers.get('content-encoding')).toBe(
        /gzip(?!;q=0$)/.test(encoding) ? 'gzip' : null,
      );
      const parsed = parseExposition(await response.text());
      expect(parsed.get('probe_success')?.series).toHaveLength(1);
    },
  );

  test.each(['identity', 'gzip'])(
    'writes %s only as fast as the client reads, and stops when it goes away',
    async encoding => {
      let slices = 0;
      const slice = randomBytes(49_152).toString('base64');
      const ended = Promise.withResolvers<void>();
      const metrics = {
        async *scrape() {
          try {
            for (; slices < 100_000; slices++) yield slice;
          } finally {
            ended.resolve();
          }
        },
      };
      const { port, errors, url } = await start({ metrics });
      const reader = connect(port, '127.0.0.1');
      reader.write(`GET /metrics HTTP/1.1\r\nhost: test\r\naccept-encoding: ${encoding}\r\n\r\n`);
      await once(reader, 'readable');
      // Others are served meanwhile, and the six gigabytes are not piled up in memory.
      for (let n = 0; n < 5; n++) expect((await fetch(`${url}/healthz`)).status).toBe(200);
      expect(slices).toBeLessThan(1_000);
      reader.destroy();
      await ended.promise;
      expect(errors).toEqual([]);
    },
  );

  test('that breaks on our side cuts the connection and is told', async () => {
    const broken = new Error('broken');
    const metrics = {
      async *scrape() {
        yield '# one\n';
        throw broken;
      },
    };
    const { url, errors } = await start({ metrics });
    const scrape = fetch(`${url}/metrics`).then(response => response.text());
    await expect(scrape).rejects.toThrow();
    expect(errors).toEqual([broken]);
  });
});

describe('health', () => {
  test.each(['/livez', '/healthz'])('%s is ok while the process lives', async path => {
    const { url } = await start({ ready: () => false });
    const response = await fetch(url + path);
    expect([response.status, await response.text()]).toEqual([200, 'ok\n']);
  });

  test('is ready when probes are being run', async () => {
    let ready = false;
    const { url } = await start({ ready: () => ready });
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    ready = true;
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
  });
});

describe('anything else', () => {
  test.each(['/', '/metrics/', '//', '/constructor'])('is not found at %s', async path => {
    const { url } = await start();
    expect((await fetch(url + path)).status).toBe(404);
  });

  test.each(['POST', 'PUT', 'DELETE'])('is not allowed by %s', async method => {
    const { url } = await start();
    const response = await fetch(`${url}/metrics`, { method });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'GET']);
  });

  test('is refused where its headers are too long', async () => {
    const { url } = await start();
    const response = await fetch(`${url}/healthz`, { headers: { long: 'x'.repeat(10_000) } });
    expect(response.status).toBe(431);
  });
});

test('a port that is taken is a clear error', async () => {
  const other = createServer();
  await once(other.listen(0, '127.0.0.1'), 'listening');
  cleanUps.push(async () => once(other.close(), 'close'));
  const address = other.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  await expect(start({ port })).rejects.toMatchObject({
    code: 'PKT_PORT_IN_USE',
    message: expect.stringContaining(`port ${port} of 127.0.0.1`),
  });
});

test('close frees the port though a client keeps its connection', async () => {
  const server = await start();
  await (await fetch(`${server.url}/healthz`)).text();
  await server.close();
  cleanUps.length = 0;
  await start({ port: server.port });
});
