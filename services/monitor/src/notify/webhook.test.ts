import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { sampleTransition } from '../../fixtures/sample-change.ts';
import { startTestReceiver } from '../../fixtures/test-receiver.ts';
import {
  accept,
  neverAnswer,
  refuse,
  reset,
  startReceiver,
} from '../../fixtures/webhook-receiver.ts';
import { createPayload } from './payload.ts';
import type { WebhookNotification } from './schema/webhook.ts';
import { createWebhook } from './webhook.ts';

const now = Date.UTC(2026, 0, 1);
const incident = sampleTransition('uid', 1);

function create(url: string, rest: Partial<WebhookNotification> = {}) {
  const notification = { id: 'ops', type: 'webhook', url, ...rest } as const;
  return createWebhook(notification, { version: '1.2.3', now: () => now });
}

function send(url: string, rest: Partial<WebhookNotification> = {}): Promise<void> {
  return create(url, rest).send(incident, AbortSignal.timeout(10_000));
}

async function failureOf(sending: Promise<void>): Promise<unknown> {
  return sending.then(
    () => expect.fail('it was sent'),
    error => error,
  );
}

describe('a request', () => {
  test('posts the payload under the transition’s id', async () => {
    const { url, received } = await startTestReceiver(accept);
    await send(`${url}/hook?token=t`);
    const [request] = received;
    expect(request).toMatchObject({
      method: 'POST',
      path: '/hook?token=t',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': incident.id,
        'user-agent': 'picket/1.2.3',
      },
    });
    expect(JSON.parse(request?.body ?? '')).toEqual(createPayload(incident));
  });

  test('has the configured method and headers', async () => {
    const { url, received } = await startTestReceiver(accept);
    await send(url, { method: 'PUT', headers: { Authorization: 'Bearer x', 'User-Agent': 'me' } });
    expect(received[0]).toMatchObject({
      method: 'PUT',
      headers: { authorization: 'Bearer x', 'user-agent': 'me' },
    });
  });

  test('carries the url’s user and password as Basic credentials', async () => {
    const { url, received } = await startTestReceiver(accept);
    await send(url.replace('//', '//us%40er:pass@'));
    const basic = Buffer.from('us@er:pass').toString('base64');
    expect(received[0]?.headers.authorization).toBe(`Basic ${basic}`);
  });

  test('is taken as soon as a good status came, however its body goes on', async () => {
    const { url } = await startTestReceiver(response => response.writeHead(200).write('and so'));
    await send(url);
  });
});

describe('a failure', () => {
  test.each([301, 302, 307, 400, 404, 408, 429, 500, 503])('is what status %i is', async status => {
    const other = await startTestReceiver(accept);
    const { url } = await startTestReceiver(refuse(status, { location: other.url }));
    expect(await failureOf(send(url))).toMatchObject({
      code: 'PKT_DELIVERY_FAILED',
      message: `${new URL(url).host} answered with status ${status}`,
    });
    expect(other.received).toEqual([]);
  });

  test('tells how long the receiver wants to be left alone', async () => {
    const { url } = await startTestReceiver(refuse(429, { 'retry-after': '30' }));
    expect(await failureOf(send(url))).toMatchObject({ retryAfter: 30_000 });
  });

  test.each([
    [
      'a reset connection',
      async () => (await startTestReceiver(reset)).url,
      'UND_ERR_SOCKET|ECONNRESET',
    ],
    ['a port nobody listens on', closedUrl, 'ECONNREFUSED'],
  ])('is %s', async (_, urlOf, code) => {
    expect(await failureOf(send(await urlOf()))).toMatchObject({
      code: 'PKT_DELIVERY_FAILED',
      message: expect.stringMatching(code),
    });
  });

  test('is an aborted send, whose connection is closed', async () => {
    const closed = Promise.withResolvers<void>();
    const { url } = await startTestReceiver((response, received) => {
      neverAnswer(response, received);
      response.on('close', closed.resolve);
      controller.abort();
    });
    const controller = new AbortController();
    expect(await failureOf(create(url).send(incident, controller.signal))).toMatchObject({
      code: 'PKT_DELIVERY_FAILED',
    });
    await closed.promise;
  });

  test('never tells credentials, path, query or headers', async () => {
    const secretUrl = (url: string) =>
      `${url.replace('//', '//user:hunter2@')}/hunter2?token=hunter2`;
    const headers = { 'X-Token': 'hunter2' };
    const { url } = await startTestReceiver(refuse(500));
    for (const target of [url, await closedUrl()]) {
      const error = await failureOf(send(secretUrl(target), { headers }));
      expect(error).toMatchObject({ code: 'PKT_DELIVERY_FAILED' });
      expect(inspect(error, { depth: null, showHidden: true })).not.toContain('hunter2');
    }
  });

  async function closedUrl(): Promise<string> {
    const receiver = await startReceiver(accept);
    await receiver.close();
    return receiver.url;
  }
});

describe('a configuration', () => {
  test.each<[string, Partial<WebhookNotification>]>([
    ['no url', { url: 'hunter2' }],
    ['another scheme', { url: 'ftp://host/hunter2' }],
    ['a password that is not percent-encoded', { url: 'http://user:hunter2%zz@host/' }],
    ['a header value HTTP cannot carry', { headers: { 'X-Token': 'hunter2\n' + 'x' } }],
    ['a header name HTTP cannot carry', { headers: { 'X Token': 'hunter2' } }],
    ['a header that is Picket’s own', { headers: { 'Idempotency-Key': 'hunter2' } }],
  ])('is refused for %s, without telling the value', (_, rest) => {
    expect(() => create('http://127.0.0.1/', rest)).toThrow(
      expect.objectContaining({
        code: 'PKT_CONFIG_INVALID',
        message: expect.not.stringContaining('hunter2'),
      }),
    );
  });
});
