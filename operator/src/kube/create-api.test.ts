import { getEventListeners } from 'node:events';
import { systemClock } from '@picket/monitor';
import {
  type Behaviour,
  neverAnswer,
  refuse,
  reset,
} from '@picket/monitor/fixtures/webhook-receiver';
import { afterEach, describe, expect, test } from 'vitest';
import { brokenConfigMap, configMap } from '../../fixtures/config-map.ts';
import { answer, startStubApiServer } from '../../fixtures/stub-api-server.ts';
import { connect } from './connection.ts';
import { createKubeApi, type KubeApiSettings } from './create-api.ts';
import type { RequestOutcome } from './http-exchange.ts';
import { configMaps } from './resources/config-maps.ts';

const closing: (() => PromiseLike<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

async function setUp(behave: Behaviour, settings: Partial<KubeApiSettings> = {}) {
  const server = await startStubApiServer(behave);
  const connection = connect({ kubeconfig: server.kubeconfig, clock: systemClock });
  const outcomes: RequestOutcome[] = [];
  const api = createKubeApi(connection, {
    userAgent: 'picket-operator/0.1.0',
    onRequest: outcome => outcomes.push(outcome),
    ...settings,
  });
  closing.push(
    () => connection.close(),
    () => server[Symbol.asyncDispose](),
  );
  return { api, server, connection, outcomes, received: server.received };
}

const place = { namespace: 'shop', name: 'menu' };
const path = '/prefix/api/v1/namespaces/shop/configmaps';
const menu = configMap('menu', '5', { soup: 'leek' });
const json = 'application/json';

describe('a call', () => {
  test('names itself, its user and what it takes', async () => {
    const { api, received } = await setUp(answer(menu));
    expect(await api.get(configMaps, place)).toEqual(menu);
    expect(received[0]).toMatchObject({ method: 'GET', path: `${path}/menu`, body: '' });
    expect(received[0]?.headers).toMatchObject({
      'user-agent': 'picket-operator/0.1.0',
      authorization: 'Bearer first',
      accept: json,
    });
  });

  test('sends what it is to store as JSON', async () => {
    const { api, received } = await setUp(answer(menu));
    await api.create(configMaps, { namespace: 'shop' }, menu);
    await api.replace(configMaps, { ...place, subresource: 'status' }, menu);
    await api.patch(configMaps, place, { data: { soup: null } });
    await api.remove(configMaps, place, { uid: 'u1' });
    await api.remove(configMaps, place);
    const options = { apiVersion: 'v1', kind: 'DeleteOptions' };
    expect(
      received.map(({ method, path, headers, body }) => [
        `${method} ${path}`,
        headers['content-type'],
        JSON.parse(body),
      ]),
    ).toEqual([
      [`POST ${path}`, json, menu],
      [`PUT ${path}/menu/status`, json, menu],
      [`PATCH ${path}/menu`, 'application/merge-patch+json', { data: { soup: null } }],
      [`DELETE ${path}/menu`, json, { ...options, preconditions: { uid: 'u1' } }],
      [`DELETE ${path}/menu`, json, options],
    ]);
  });

  test('is counted with its method, status and host', async () => {
    const behaviours: Behaviour[] = [answer(menu), refuse(404), reset];
    const { api, server, outcomes } = await setUp((...args) => behaviours.shift()?.(...args));
    await api.get(configMaps, place);
    await expect(api.get(configMaps, place)).rejects.toThrow();
    await expect(api.patch(configMaps, place, {})).rejects.toThrow();
    const { host } = new URL(server.url);
    expect(outcomes).toEqual([
      { method: 'GET', code: '200', host },
      { method: 'GET', code: '404', host },
      { method: 'PATCH', code: '<error>', host },
    ]);
  });

  test('drops managedFields, and tells a list’s objects their kind', async () => {
    const { apiVersion: _, kind: __, ...bare } = menu;
    const managed = { ...bare, metadata: { ...bare.metadata, managedFields: [{}] } };
    const list = { metadata: { resourceVersion: '9' }, items: [managed] };
    const { api } = await setUp(answer(list));
    expect(await api.list(configMaps, place)).toEqual({ items: [menu], resourceVersion: '9' });
  });
});

describe('a list', () => {
  test('asks for its page', async () => {
    const { api, received } = await setUp(
      answer({ metadata: { resourceVersion: '9' }, items: [] }),
    );
    await api.list(configMaps, {}, { labelSelector: 'a in (b,c)', limit: 500, continue: 'a+/=' });
    const { pathname, searchParams } = new URL(received[0]?.path ?? '', 'http://stub');
    expect(pathname).toBe('/prefix/api/v1/configmaps');
    expect(Object.fromEntries(searchParams)).toEqual({
      labelSelector: 'a in (b,c)',
      limit: '500',
      continue: 'a+/=',
    });
  });

  test('holds apart what it could not decode', async () => {
    const items = [menu, brokenConfigMap('odd', '6'), {}];
    const { api } = await setUp(
      answer({ metadata: { resourceVersion: '9', continue: 'p' }, items }),
    );
    const { metadata } = configMap('odd', '6');
    expect(await api.list(configMaps, place)).toEqual({
      items: [menu],
      resourceVersion: '9',
      continue: 'p',
      undecodable: [
        { object: { metadata }, error: expect.objectContaining({ reason: 'Undecodable' }) },
        { error: expect.objectContaining({ reason: 'Undecodable' }) },
      ],
    });
  });
});

describe('a refusal', () => {
  test.each([
    ['what the Status says', answer(status({ reason: 'Conflict' }), 409), [409, 'Conflict']],
    ['the status where nothing is said', refuse(502), [502, 'BadGateway']],
    [
      'how long to wait, from the header',
      refuse(429, { 'retry-after': '3' }),
      [429, 'TooManyRequests', 3000],
    ],
    [
      'how long to wait, from the Status',
      answer(status({ reason: 'ServerTimeout', details: { retryAfterSeconds: 2 } }), 504),
      [504, 'ServerTimeout', 2000],
    ],
  ])('tells %s', async (_, behave, [code, reason, retryAfter]) => {
    const { api } = await setUp(behave);
    await expect(api.get(configMaps, place)).rejects.toMatchObject({
      name: 'KubeError',
      status: code,
      reason,
      retryAfter,
    });
  });

  test('is worded as the server words it, else by what was asked', async () => {
    const behaviours = [
      answer(status({ message: 'configmaps "menu" not found' }), 404),
      refuse(503),
    ];
    const { api } = await setUp((...args) => behaviours.shift()?.(...args));
    await expect(api.get(configMaps, place)).rejects.toThrow('configmaps "menu" not found');
    await expect(api.get(configMaps, place)).rejects.toThrow(
      'GET /api/v1/namespaces/shop/configmaps/menu: 503 Service Unavailable',
    );
  });
});

function status(said: Readonly<Record<string, unknown>>) {
  return { kind: 'Status', apiVersion: 'v1', status: 'Failure', ...said };
}

describe('an answer that does not come', () => {
  test('in time is given up, and its connection with it', async () => {
    const disconnected = Promise.withResolvers<void>();
    const { api } = await setUp(response => response.on('close', disconnected.resolve));
    await expect(api.get(configMaps, place, { timeout: 100 })).rejects.toMatchObject({
      status: 0,
      reason: 'Unreachable',
      message: 'GET /api/v1/namespaces/shop/configmaps/menu: no answer within 100 ms',
    });
    await disconnected.promise;
  });

  test('to its end in time is given up, and its connection with it', async () => {
    const disconnected = Promise.withResolvers<void>();
    const { api } = await setUp(response => {
      response.on('close', disconnected.resolve);
      response.writeHead(200).write('{"metadata":');
    });
    await expect(api.get(configMaps, place, { timeout: 100 })).rejects.toMatchObject({
      reason: 'Unreachable',
    });
    await disconnected.promise;
  });

  test.each([
    [
      'because it breaks off',
      (response => void response.writeHead(200).write('{', () => response.destroy())) as Behaviour,
    ],
    ['because the connection is reset', reset],
  ])('%s is Unreachable', async (_, behave) => {
    const { api } = await setUp(behave);
    await expect(api.get(configMaps, place)).rejects.toMatchObject({ reason: 'Unreachable' });
  });

  test('because nobody listens is Unreachable', async () => {
    const { server } = await setUp(neverAnswer);
    const kubeconfig = await server.writeKubeconfig({ cluster: { server: 'http://127.0.0.1:1' } });
    const connection = connect({ kubeconfig, clock: systemClock });
    const api = createKubeApi(connection, { userAgent: 'test' });
    await expect(api.get(configMaps, place)).rejects.toMatchObject({
      reason: 'Unreachable',
      message: 'GET /api/v1/namespaces/shop/configmaps/menu: ECONNREFUSED',
    });
    await connection.close();
  });

  test('is not waited for once the caller no longer wants it', async () => {
    const asked = Promise.withResolvers<void>();
    const { api } = await setUp(() => asked.resolve());
    const caller = new AbortController();
    const call = api.get(configMaps, place, { signal: caller.signal });
    await asked.promise;
    const reason = new Error('shutting down');
    caller.abort(reason);
    await expect(call).rejects.toBe(reason);
    await expect(api.get(configMaps, place, { signal: caller.signal })).rejects.toBe(reason);
  });
});

test('a caller’s signal is left as it was once its call is over', async () => {
  const behaviours = [answer(menu), refuse(404)];
  const { api } = await setUp((...args) => behaviours.shift()?.(...args));
  const { signal } = new AbortController();
  await api.get(configMaps, place, { signal });
  await expect(api.get(configMaps, place, { signal })).rejects.toMatchObject({ status: 404 });
  expect(getEventListeners(signal, 'abort')).toEqual([]);
});

describe('an answer of another kind', () => {
  const large: Behaviour = response => {
    response.writeHead(200);
    const write = () => {
      while (!response.destroyed && response.write(' '.repeat(65_536)));
    };
    response.on('drain', write);
    write();
  };
  const notJson: Behaviour = response => void response.end('<html>');

  test.each([
    ['that never ends', large],
    ['that is no JSON', notJson],
    ['that is another object', answer({ metadata: {} })],
  ])('%s is Undecodable', async (_, behave) => {
    const { api } = await setUp(behave);
    await expect(api.get(configMaps, place)).rejects.toMatchObject({ reason: 'Undecodable' });
  });

  test('that is no list is Undecodable', async () => {
    const { api } = await setUp(answer({ items: [] }));
    await expect(api.list(configMaps, {})).rejects.toMatchObject({ reason: 'Undecodable' });
  });
});

describe('a token', () => {
  test('that is refused is read anew for the next call', async () => {
    const { api, server, received } = await setUp((response, request) => {
      const isKnown = request.headers.authorization === 'Bearer second';
      (isKnown ? answer(menu) : refuse(401))(response, request);
    });
    await expect(api.get(configMaps, place)).rejects.toMatchObject({ status: 401 });
    await server.writeToken('second');
    expect(await api.get(configMaps, place)).toEqual(menu);
    expect(received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer first',
      'Bearer second',
    ]);
  });
});
