import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { describe, expect, test } from 'vitest';
import { createCertificates } from '../../fixtures/certificates.ts';
import {
  type Loopback,
  serveBytes,
  serveHttp,
  serveHttps,
  serveTcp,
} from '../../fixtures/loopback.ts';
import { failureOf } from '../../fixtures/run-http.ts';
import { createEgress } from '../egress/egress.ts';
import { PrepareError } from '../errors.ts';
import { type CodeRow, codes } from './codes.ts';
import type { HttpEntry } from './http/entry.ts';
import { http } from './http.ts';
import type { RunContext } from './protocol.ts';

const ok = (headers: string, body = '') => `HTTP/1.1 200 OK\r\n${headers}\r\n${body}`;

/** What a request gives, sent to `url` or to the server, which is closed afterwards. */
async function codeFrom(
  where: string | Promise<Loopback>,
  entry: Partial<HttpEntry> = {},
  context?: Partial<RunContext>,
): Promise<number> {
  if (typeof where === 'string') return codeAt(where, entry, context);
  await using server = await where;
  return await codeAt(`http://127.0.0.1:${server.port}/`, entry, context);
}

async function codeAt(
  url: string,
  entry: Partial<HttpEntry>,
  context?: Partial<RunContext>,
): Promise<number> {
  try {
    return (await failureOf({ url, ...entry }, context)).failure.code;
  } catch (error) {
    if (error instanceof PrepareError) return error.status;
    throw error;
  }
}

/** A real cause of each code that can arise on any host. */
const causes: Readonly<Record<number, () => Promise<number>>> = {
  // No label of a name is longer than 63 letters, so the resolver asks nobody.
  0: () => codeFrom(`http://${'a'.repeat(64)}.test/`),
  1: () => codeFrom(serveBytes('', 'reset')),
  2: async () => {
    const server = await serveTcp(() => {});
    await server[Symbol.asyncDispose]();
    return codeFrom(`http://127.0.0.1:${server.port}/`);
  },
  3: () => codeFrom(serveHttp((_, response) => response.writeHead(302, { Location: '/' }).end())),
  4: () => codeFrom('http://127.0.0.1/', { headers: { a: 'b\r\nc: d' } }),
  6: () => codeFrom(serveBytes('', 'wait'), {}, { timeout: 150 }),
  7: () => {
    const egress = createEgress({ allow: [], deny: ['127.0.0.0/8'] });
    return codeFrom('http://127.0.0.1/', {}, { egress });
  },
  9: () => codeFrom(serveTcp(socket => socket.write('220 mail.test ESMTP\r\n'))),
  12: () => {
    const canceling = new AbortController();
    return codeFrom(
      serveTcp(() => canceling.abort()),
      {},
      { signal: canceling.signal },
    );
  },
  13: () => codeFrom('gopher://127.0.0.1/'),
  14: () => codeFrom('http://'),
  18: () => codeFrom(serveBytes(ok(`A: ${'x'.repeat(70_000)}\r\n`))),
  20: () => codeFrom('http://127.0.0.1/', { method: 'TRACE', body: 'x' }),
  21: () => codeFrom(serveBytes('HTTP/1.1 101 Switching Protocols\r\n\r\n')),
  22: () => codeFrom(serveBytes('HTTP/1.1 200 OK\r\n')),
  23: () => codeFrom(serveBytes(ok('Content-Encoding: compress\r\n', 'x'))),
  24: () => codeFrom(serveBytes(ok('Content-Length: 5\r\n', 'abc'))),
  26: async () => {
    await using proxy = await serveBytes('HTTP/1.1 403 Forbidden\r\n\r\n');
    return await codeFrom('https://127.0.0.1/', { proxyUrl: `http://127.0.0.1:${proxy.port}` });
  },
  27: async () => {
    const { selfSigned } = await createCertificates();
    await using server = await serveHttps(selfSigned, (_, response) => response.end());
    return await codeFrom(`https://127.0.0.1:${server.port}/`);
  },
  99: async () => {
    const script = fileURLToPath(new URL('../../fixtures/out-of-files.ts', import.meta.url));
    const limited = ['-c', 'ulimit -n 128 && exec "$0" "$1"', process.execPath, script];
    const { stdout } = await execa('sh', limited);
    return JSON.parse(stdout).status;
  },
};

/** Needs root, iproute2 and a kernel that lets sockets be destroyed. */
const onlyOnSomeHosts = [599];

describe('every code of the table', () => {
  const rows: [string, CodeRow][] = Object.entries(codes);
  const possible = rows.filter(([, { arises }]) => !arises.startsWith('never: '));

  test('arises from a cause that is tested here, or is said never to arise', () => {
    const tested = [...Object.keys(causes).map(Number), ...onlyOnSomeHosts];
    expect(possible.map(([code]) => Number(code))).toEqual(tested);
  });

  test.each(Object.entries(causes))('%s arises', async (code, cause) => {
    expect(await cause()).toBe(Number(code));
  });

  test('599 arises where the system destroys the connection', async ({ skip }) => {
    const asked = Promise.withResolvers<void>();
    await using server = await serveTcp(socket => socket.once('data', () => asked.resolve()));
    const canceling = new AbortController();
    const { signal } = canceling;
    const code = codeAt(`http://127.0.0.1:${server.port}/`, {}, { signal });
    await asked.promise;
    const filter = ['dst', '127.0.0.1', 'dport', '=', `:${server.port}`];
    const { stdout } = await execa('ss', ['-H', '-K', ...filter], { reject: false });
    if (stdout === undefined || stdout === '') {
      canceling.abort();
      await code;
      skip('this host does not let a socket be destroyed');
    }
    expect(await code).toBe(599);
  });
});

test('a request that cannot be prepared throws the code it is to be reported with', () => {
  expect(() => http.prepare({ url: 'http://' })).toThrow(
    expect.objectContaining({ code: 'PKT_PREPARE', status: 14 }),
  );
});
