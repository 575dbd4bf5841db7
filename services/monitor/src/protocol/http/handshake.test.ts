import { TLSSocket } from 'node:tls';
import { describe, expect, test } from 'vitest';
import { createCertificates } from '../../../fixtures/certificates.ts';
import { serveBytes, serveHttps, serveTcp } from '../../../fixtures/loopback.ts';
import { answerTo, failureOf } from '../../../fixtures/run-http.ts';

const certificates = await createCertificates();
const { ca } = certificates;
const serve = (options: Parameters<typeof serveHttps>[0]) =>
  serveHttps(options, (_request, response) => response.end('secure'));

describe('over TLS, a request', () => {
  test.each(['localhost', '127.0.0.1'])('to %s is answered and measured', async host => {
    await using server = await serve(certificates.valid);
    const url = `https://${host}:${server.port}`;
    const { response, measured } = await answerTo({ url, tls: { ca }, ipFamily: 'ipv4' });
    expect(response.body).toBe('secure');
    expect(measured.tls).toEqual({
      version: 'TLSv1.3',
      cipher: 'TLS_AES_256_GCM_SHA384',
      earliestExpiry: certificates.validUntil,
    });
    expect(Object.keys(measured.phases)).toEqual([
      'resolve',
      'connect',
      'tls',
      'processing',
      'transfer',
    ]);
    await server.idle();
  });

  test.each(['wrongHost', 'expired', 'selfSigned'] as const)(
    'is refused with 27 for a certificate that is %s, and answered where any will do',
    async kind => {
      await using server = await serve(certificates[kind]);
      const url = `https://127.0.0.1:${server.port}`;
      expect((await failureOf({ url, tls: { ca } })).failure).toMatchObject({
        code: 27,
        phase: 'tls',
      });
      const { response } = await answerTo({ url, tls: { ca }, allowUnauthorized: true });
      expect(response.body).toBe('secure');
      await server.idle();
    },
  );

  test('is refused with 27 for an authority the system does not know', async () => {
    await using server = await serve(certificates.valid);
    const { failure } = await failureOf({ url: `https://127.0.0.1:${server.port}` });
    expect(failure.code).toBe(27);
  });

  test('looks for the given server name in the certificate, and asks for it', async () => {
    const names: string[] = [];
    const options = {
      ...certificates.wrongHost,
      SNICallback: (name: string, done: (error: null) => void) => {
        names.push(name);
        done(null);
      },
    };
    await using server = await serve(options);
    const tls = { ca, serverName: 'elsewhere.test' };
    await answerTo({ url: `https://127.0.0.1:${server.port}`, tls });
    expect(names).toEqual(['elsewhere.test']);
  });

  test('that is redirected to another host looks for that host in its certificate', async () => {
    await using other = await serve(certificates.valid);
    await using server = await serveHttps(certificates.wrongHost, (_request, response) =>
      response.writeHead(302, { location: `https://localhost:${other.port}/` }).end(),
    );
    const tls = { ca, serverName: 'elsewhere.test' };
    const url = `https://127.0.0.1:${server.port}`;
    const { response } = await answerTo({ url, tls, ipFamily: 'ipv4' });
    expect(response.body).toBe('secure');
  });

  test('that is redirected to another host shows it no client certificate', async () => {
    let shown: boolean | undefined;
    const asking = { ...certificates.valid, ca, requestCert: true, rejectUnauthorized: false };
    await using other = await serveHttps(asking, (request, response) => {
      shown = request.socket instanceof TLSSocket && request.socket.authorized;
      response.end();
    });
    await using server = await serveHttps(certificates.valid, (_request, response) =>
      response.writeHead(302, { location: `https://localhost:${other.port}/` }).end(),
    );
    const { cert, key } = certificates.client;
    const url = `https://127.0.0.1:${server.port}`;
    await answerTo({ url, tls: { ca, cert, key }, ipFamily: 'ipv4' });
    expect(shown).toBe(false);
    await answerTo({ url: `https://127.0.0.1:${other.port}`, tls: { ca, cert, key } });
    expect(shown).toBe(true);
  });

  test('shows its client certificate where one is wanted', async () => {
    const options = { ...certificates.valid, ca, requestCert: true, rejectUnauthorized: true };
    await using server = await serve(options);
    const url = `https://127.0.0.1:${server.port}`;
    const { cert, key } = certificates.client;
    expect((await answerTo({ url, tls: { ca, cert, key } })).response.status).toBe(200);
    const { failure } = await failureOf({ url, tls: { ca } });
    expect(failure).toMatchObject({
      code: 26,
      reason: expect.stringMatching(/^TLS: .*certificate/),
    });
  });

  test('is refused with 9 by a server that speaks no TLS', async () => {
    await using server = await serveBytes('HTTP/1.1 400 Bad Request\r\n\r\n', 'wait');
    const { failure } = await failureOf({ url: `https://127.0.0.1:${server.port}` });
    expect(failure).toMatchObject({ code: 9, phase: 'tls' });
    expect(failure.reason).toMatch(/^TLS: /);
    await server.idle();
  });

  test('is refused with 22 by a server that closes in the handshake', async () => {
    await using server = await serveTcp(socket => socket.once('data', () => socket.end()));
    const { failure } = await failureOf({ url: `https://127.0.0.1:${server.port}` });
    expect(failure).toMatchObject({ code: 22, phase: 'tls' });
  });

  test('is refused with 22 where the answer is cut off', async () => {
    await using server = await serveHttps(certificates.valid, request => request.socket.destroy());
    const { failure } = await failureOf({ url: `https://127.0.0.1:${server.port}`, tls: { ca } });
    expect(failure).toMatchObject({ code: 22, phase: 'processing' });
  });

  test('is ended by its time-out in the handshake, its connection closed', async () => {
    await using server = await serveTcp(() => {});
    const url = `https://127.0.0.1:${server.port}`;
    const { failure } = await failureOf({ url }, { timeout: 150 });
    expect(failure).toMatchObject({ code: 6, phase: 'tls' });
    await server.idle();
  });
});
