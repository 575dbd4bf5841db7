import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { systemClock } from '@picket/monitor';
import { type Behaviour, refuse } from '@picket/monitor/fixtures/webhook-receiver';
import { afterEach, describe, expect, test } from 'vitest';
import { configMap } from '../../fixtures/config-map.ts';
import { answer, startStubApiServer } from '../../fixtures/stub-api-server.ts';
import type { WatchOptions } from './api.ts';
import { connect } from './connection.ts';
import { createKubeApi, type KubeApiSettings } from './create-api.ts';
import { configMaps } from './resources/config-maps.ts';

const closing: (() => PromiseLike<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** A server that gives watches to `serve`, and answers anything else with a ConfigMap. */
async function setUp(serve: Behaviour, settings: Partial<KubeApiSettings> = {}) {
  const get = answer(configMap('menu', '5'));
  const server = await startStubApiServer((response, received) =>
    (received.path.includes('watch=true') ? serve : get)(response, received),
  );
  const connection = connect({ kubeconfig: server.kubeconfig, clock: systemClock });
  const api = createKubeApi(connection, { userAgent: 'test', ...settings });
  closing.push(
    () => connection.close(),
    () => server[Symbol.asyncDispose](),
  );
  const stopping = new AbortController();
  const { signal } = stopping;
  const watch = (options: Partial<WatchOptions> = {}) =>
    api.watch(configMaps, { namespace: 'shop' }, { timeoutSeconds: 300, signal, ...options });
  const get1 = () => api.get(configMaps, { namespace: 'shop', name: 'menu' });
  return { watch, get: get1, stopping, received: server.received };
}

const line = (name: string, fill = '') =>
  `${JSON.stringify({ type: 'ADDED', object: configMap(name, '5', { fill }) })}\n`;

const sendOne: Behaviour = response => void response.writeHead(200).write(line('a'));

async function drain(events: AsyncIterable<unknown>): Promise<number> {
  let count = 0;
  for await (const _ of events) count++;
  return count;
}

describe('a watch', () => {
  test('asks for bookmarks, and for what its caller wants', async () => {
    const { watch, received } = await setUp(response => void response.end(line('a')));
    const events = watch({ sendInitialEvents: true, resourceVersionMatch: 'NotOlderThan' });
    expect(await drain(events)).toBe(1);
    const { pathname, searchParams } = new URL(received[0]?.path ?? '', 'http://stub');
    expect(pathname).toBe('/prefix/api/v1/namespaces/shop/configmaps');
    expect(Object.fromEntries(searchParams)).toEqual({
      watch: 'true',
      allowWatchBookmarks: 'true',
      sendInitialEvents: 'true',
      resourceVersionMatch: 'NotOlderThan',
      timeoutSeconds: '300',
    });
  });

  test('that is refused tells why', async () => {
    const { watch } = await setUp(refuse(403));
    await expect(drain(watch())).rejects.toMatchObject({ status: 403 });
  });

  test('that breaks off is Unreachable, after what came before', async () => {
    const { watch } = await setUp(response => {
      response.writeHead(200).write(line('a'), () => response.destroy());
    });
    const events = watch()[Symbol.asyncIterator]();
    expect((await events.next()).value).toMatchObject({ type: 'ADDED' });
    await expect(events.next()).rejects.toMatchObject({ reason: 'Unreachable' });
  });

  test('in which nothing is heard for too long ends', async () => {
    const { watch } = await setUp(sendOne, { watchIdleTimeout: 200 });
    expect(await drain(watch())).toBe(1);
  });

  test('ends with its caller’s reason, and its connection with it', async () => {
    const responses: ServerResponse[] = [];
    const { watch, stopping } = await setUp((response, received) => {
      responses.push(response);
      sendOne(response, received);
    });
    const events = watch()[Symbol.asyncIterator]();
    await events.next();
    const reason = new Error('shutting down');
    const next = events.next();
    stopping.abort(reason);
    await expect(next).rejects.toBe(reason);
    await Promise.all(responses.map(response => response.closed || once(response, 'close')));
    expect(responses).toHaveLength(1);
  });

  test('that its caller leaves closes its connection', async () => {
    const closed = Promise.withResolvers<void>();
    const { watch } = await setUp((response, received) => {
      response.on('close', closed.resolve);
      sendOne(response, received);
    });
    for await (const _ of watch()) break;
    await closed.promise;
  });

  test('is given up before its first byte when its caller is', async () => {
    const asked = Promise.withResolvers<void>();
    const { watch, stopping } = await setUp(() => asked.resolve());
    const draining = drain(watch());
    await asked.promise;
    const reason = new Error('shutting down');
    stopping.abort(reason);
    await expect(draining).rejects.toBe(reason);
  });
});

test('a consumer that takes its time holds up the server, and misses nothing', async () => {
  const events = 1_000;
  const fill = 'x'.repeat(32_768);
  let sent = 0;
  const { watch, get } = await setUp(async response => {
    response.writeHead(200);
    while (sent < events)
      if (!response.write(line(`menu-${sent++}`, fill))) await once(response, 'drain');
    response.end();
  });
  const names: string[] = [];
  for await (const event of watch()) {
    if (event.type !== 'ADDED') continue;
    if (names.push(event.object.metadata.name) > 1) continue;
    // What the system's own buffers hold has been sent by then.
    for (let n = 0; n < 100; n++) await get();
    expect(sent).toBeLessThan(events / 2);
  }
  expect(names).toEqual(Array.from({ length: events }, (_, n) => `menu-${n}`));
});

test('any number of watches leaves requests their connections', async () => {
  const { watch, get, stopping } = await setUp(sendOne);
  const watches = Array.from({ length: 60 }, () => watch()[Symbol.asyncIterator]());
  await Promise.all(watches.map(events => events.next()));
  expect(await get()).toEqual(configMap('menu', '5'));
  stopping.abort(new Error('enough'));
});

/** A clock whose timers are called by the test. */
function createHandClock() {
  const timers = new Map<() => void, number>();
  return {
    timers,
    setTimer(ms: number, fn: () => void) {
      timers.set(fn, ms);
      return () => void timers.delete(fn);
    },
  };
}

describe('the start of a watch', () => {
  test('is waited for 30 s', async () => {
    const clock = createHandClock();
    const asked = Promise.withResolvers<void>();
    const { watch } = await setUp(() => asked.resolve(), { clock });
    const draining = drain(watch());
    await asked.promise;
    expect([...clock.timers.values()]).toEqual([30_000]);
    for (const expire of clock.timers.keys()) expire();
    await expect(draining).rejects.toMatchObject({ reason: 'Unreachable' });
  });

  test('once made, lets it last', async () => {
    const clock = createHandClock();
    const { watch } = await setUp(sendOne, { clock });
    for await (const _ of watch()) {
      expect(clock.timers.size).toBe(0);
      break;
    }
  });
});
