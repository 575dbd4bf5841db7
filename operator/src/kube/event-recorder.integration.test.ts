import { type ApiServer, startApiServer } from '@picket/cluster';
import { systemClock } from '@picket/monitor';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connect } from './connection.ts';
import { createKubeApi } from './create-api.ts';
import { createEventRecorder, type KubeEvent } from './event-recorder.ts';
import type { KubeObject } from './resource.ts';
import { configMaps } from './resources/config-maps.ts';
import { events } from './resources/events.ts';

let server: ApiServer;
beforeAll(async () => {
  server = await startApiServer();
});
afterAll(() => server.stop());

const invalid: KubeEvent = {
  type: 'Warning',
  reason: 'Invalid',
  action: 'Compile',
  note: 'unknown name "respons"',
};

/** A recorder, and an object there is to record events about. */
async function setUp(name: string) {
  const connection = connect({ kubeconfig: server.kubeconfig, clock: systemClock });
  const api = createKubeApi(connection, { userAgent: 'recorder' });
  const errors: unknown[] = [];
  const recorder = createEventRecorder({
    api,
    controller: 'picket.dev/operator',
    instance: 'picket-7d9f-abcde',
    clock: systemClock,
    random: Math.random,
    onError: error => errors.push(error),
  });
  const place = { namespace: 'default' };
  const about: KubeObject = await api.create(configMaps, place, { metadata: { name } });
  const stored = async () => {
    const { items } = await api.list(events, place);
    return items.filter(({ regarding }) => regarding?.name === name);
  };
  const close = async () => {
    await recorder.close(AbortSignal.timeout(20_000));
    await connection.close();
  };
  return { recorder, about, errors, stored, [Symbol.asyncDispose]: close };
}

test('300 of the same are one event with its count, which kubectl shows', async () => {
  await using set = await setUp('shop');
  const { recorder, about, stored, errors } = set;
  recorder.emit(about, invalid);
  await expect.poll(stored, { timeout: 20_000 }).toHaveLength(1);
  for (let n = 1; n < 300; n++) recorder.emit(about, invalid);
  await expect.poll(stored, { timeout: 20_000 }).toMatchObject([{ series: { count: 300 } }]);
  expect(errors).toEqual([]);

  const listed = await server.kubectl(['get', 'events', '--field-selector=reason=Invalid']);
  expect(listed).toMatch(/Warning\s+Invalid\s+configmap\/shop\s+unknown name "respons"/);
  const described = await server.kubectl(['describe', 'configmap', 'shop']);
  expect(described).toMatch(/Warning\s+Invalid\s+.*x300 over .*picket.dev\/operator.*"respons"/);
});

test('every note and name is one that the server takes', async () => {
  await using set = await setUp(`${'long.'.repeat(50)}end`);
  const { recorder, about, stored, errors } = set;
  for (const note of ['', 'a\nb', '€'.repeat(1000), '\u{1F525}'.repeat(1000), 'x'.repeat(5000)])
    recorder.emit(about, { ...invalid, note });
  await recorder.close(AbortSignal.timeout(20_000));
  expect(errors).toEqual([]);
  expect(await stored()).toHaveLength(5);
});

test('what is posted under a name is there once', async () => {
  await using set = await setUp('blog');
  const { recorder, about, stored } = set;
  const signal = AbortSignal.timeout(20_000);
  const post = () => recorder.post(about, invalid, 'blog.0123456789abcdef', signal);
  await Promise.all([post(), post(), post()]);
  await post();
  expect(await stored()).toHaveLength(1);
});

test('an event of a namespace that is not there is given up, with the reason', async () => {
  await using set = await setUp('lost');
  const { recorder, about, errors } = set;
  const metadata = { ...about.metadata, namespace: 'nowhere' };
  recorder.emit({ ...about, metadata }, invalid);
  await expect.poll(() => errors, { timeout: 20_000 }).toMatchObject([{ status: 404 }]);
  const posted = recorder.post({ ...about, metadata }, invalid, 'x.1', AbortSignal.timeout(20_000));
  await expect(posted).rejects.toMatchObject({ status: 404 });
});
