import { afterAll, describe, expect, test } from 'vitest';
import { calledServer, token } from '../../fixtures/called-server.ts';

const server = await calledServer();
afterAll(() => server[Symbol.asyncDispose]());

describe('the bare connection', () => {
  const host = 'Host: localhost';

  test.each([
    ['no HTTP', 'hello\r\n\r\n', 400, 'BAD_REQUEST'],
    ['a broken header', `GET / HTTP/1.1\r\n${host}\r\nbad header\r\n\r\n`, 400, 'BAD_REQUEST'],
    ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', 403, 'FORBIDDEN'],
    [
      'two of them',
      `GET / HTTP/1.1\r\n${host}\r\nHost: a\r\nConnection: close\r\n\r\n`,
      400,
      'BAD_REQUEST',
    ],
    ['much header', `GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'HEADERS_TOO_LARGE'],
    ['slow headers', 'GET / HTTP/1.1\r\nHost:', 408, 'TOO_SLOW'],
    ['silence', '', 408, 'TOO_SLOW'],
    [
      'two lengths',
      `POST /api/run HTTP/1.1\r\n${host}\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400,
      'BAD_REQUEST',
    ],
  ])('%s', async (_name, text, status, error) => {
    const said = await server.askRaw(text);
    expect(said).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(said).toContain(`{"ok":false,"error":"${error}","message":"`);
  });

  test('a body that trickles is cut off', async () => {
    let trickle: NodeJS.Timeout | undefined;
    const said = await server.askRaw(
      `POST /api/run HTTP/1.1\r\n${host}\r\nAuthorization: Bearer ${token}\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n`,
      write => {
        trickle = setInterval(() => write(' '), 100);
      },
    );
    clearInterval(trickle);
    expect(said).toMatch(/^HTTP\/1.1 408 .*TOO_SLOW/s);
  });
});
