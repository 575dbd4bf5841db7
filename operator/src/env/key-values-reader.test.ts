import { createFakeClock, type FakeClock } from '@picket/monitor/fixtures/fake-clock';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KubeApi } from '../kube/api.ts';
import { KubeError } from '../kube/kube-error.ts';
import { type KubeObject, pathOf } from '../kube/resource.ts';
import type { KeyValuesFound, KeyValuesReaderSettings, KeyValuesRef } from './key-values.ts';
import { createKeyValuesReader } from './key-values-reader.ts';

const path = '/api/v1/namespaces/shop/secrets/token';
const ref: KeyValuesRef = { kind: 'Secret', namespace: 'shop', name: 'token' };
const unreachable = new KubeError('connection refused', { status: 0, reason: 'Unreachable' });

/** An API server with these objects by path, read when a call comes in, answering `latency` ms later. */
function createServer(clock: FakeClock) {
  const server = {
    objects: new Map<string, KubeObject & Record<string, unknown>>(),
    /** What every call is refused with. */
    refusal: undefined as KubeError | undefined,
    latency: 0,
    calls: [] as [at: number, path: string][],
    timeouts: new Set<number | undefined>(),
  };
  const api: Pick<KubeApi, 'get'> = {
    async get(resource, place, options) {
      const asked = pathOf(resource, place);
      server.calls.push([clock.now(), asked]);
      server.timeouts.add(options?.timeout);
      const { refusal } = server;
      const object = server.objects.get(asked);
      if (server.latency > 0) await new Promise<void>(done => clock.setTimer(server.latency, done));
      if (refusal) throw refusal;
      if (object === undefined) throw new KubeError('gone', { status: 404, reason: 'NotFound' });
      return resource.decode(object);
    },
  };
  return { api, server };
}

function setUp(settings: Partial<KeyValuesReaderSettings> = {}) {
  const clock = createFakeClock();
  const { api, server } = createServer(clock);
  const errors: unknown[] = [];
  const onError = (error: unknown) => errors.push(error);
  const reader = createKeyValuesReader({ api, clock, onError, ...settings });
  const put = (value: string, name = 'token') => {
    const data = { key: Buffer.from(value).toString('base64') };
    server.objects.set(path.replace('token', name), { metadata: { name }, data });
  };
  /** Reads while the clock goes on for as long as the server and its time-outs may take. */
  const read = async (of = ref): Promise<KeyValuesFound> => {
    const reading = reader.read(of);
    reading.catch(() => undefined);
    await clock.advance(server.latency);
    return reading;
  };
  const valueOfKey = async (of = ref): Promise<string | undefined> => {
    const found = await read(of);
    return found.kind === 'found' ? found.values.get('key') : found.kind;
  };
  return { clock, server, reader, errors, put, read, valueOfKey };
}

describe('a Secret', () => {
  test('is decoded as UTF-8 text, and what is no text stands apart', async () => {
    const { server, read } = setUp();
    const data = { word: 'w6RobmxpY2g=', empty: '', bytes: '/w==', mark: '77u/QQ==' };
    server.objects.set(path, { metadata: { name: 'token' }, data });
    expect(await read()).toEqual({
      kind: 'found',
      values: new Map([
        ['word', 'ähnlich'],
        ['empty', ''],
        ['mark', '\uFEFFA'],
      ]),
      binary: new Set(['bytes']),
    });
  });

  test('without data has no keys', async () => {
    const { server, read } = setUp();
    server.objects.set(path, { metadata: { name: 'token' } });
    expect(await read()).toEqual({ kind: 'found', values: new Map(), binary: new Set() });
  });
});

test('a ConfigMap is taken as it is, binary data apart', async () => {
  const { server, read } = setUp();
  server.objects.set('/api/v1/namespaces/shop/configmaps/urls', {
    metadata: { name: 'urls' },
    data: { key: 'https://shop.example' },
    binaryData: { logo: 'AAAA' },
  });
  expect(await read({ kind: 'ConfigMap', namespace: 'shop', name: 'urls' })).toEqual({
    kind: 'found',
    values: new Map([['key', 'https://shop.example']]),
    binary: new Set(['logo']),
  });
});

describe('what the server refuses', () => {
  test('404 is missing', async () => {
    const { valueOfKey, errors } = setUp();
    expect(await valueOfKey()).toBe('missing');
    expect(errors).toEqual([]);
  });

  test('403 is forbidden', async () => {
    const { server, valueOfKey, errors } = setUp();
    server.refusal = new KubeError('no', { status: 403, reason: 'Forbidden' });
    expect(await valueOfKey()).toBe('forbidden');
    expect(errors).toEqual([]);
  });

  test.each(['..', '.', 'a/../b', 'A', '', 'a..b', '-a', 'a?x'])(
    'a name that nothing can have is missing, and not asked for: %j',
    async name => {
      const { server, valueOfKey } = setUp();
      expect(await valueOfKey({ ...ref, name })).toBe('missing');
      expect(server.calls).toEqual([]);
    },
  );

  test.each([401, 429, 500, 503])('%d is no answer', async status => {
    const { server, read, put, valueOfKey, clock } = setUp();
    const refusal = new KubeError('no', { status, reason: 'No' });
    put('old');
    await read();
    await clock.advance(60_000);
    server.refusal = refusal;
    expect(await valueOfKey()).toBe('old');
    await expect(read({ ...ref, name: 'other' })).rejects.toBe(refusal);
  });
});

describe('age', () => {
  test('of 60 s has it read again', async () => {
    const { clock, server, put, valueOfKey } = setUp();
    put('old');
    await valueOfKey();
    put('new');
    await clock.advance(59_999);
    expect(await valueOfKey()).toBe('old');
    await clock.advance(1);
    expect(await valueOfKey()).toBe('new');
    expect(server.calls).toHaveLength(2);
  });

  test('counts from when it was asked for, not from when the answer came', async () => {
    const { clock, server, put, valueOfKey } = setUp();
    put('old');
    server.latency = 4_000;
    await valueOfKey();
    put('new');
    await clock.advance(55_999);
    server.latency = 0;
    expect(await valueOfKey()).toBe('old');
    await clock.advance(1);
    expect(await valueOfKey()).toBe('new');
  });

  test.each([
    ['missing', 404],
    ['forbidden', 403],
  ])('of what is %s is at most 10 s', async (kind, status) => {
    const { clock, server, put, valueOfKey } = setUp();
    server.refusal = new KubeError('no', { status, reason: 'No' });
    expect(await valueOfKey()).toBe(kind);
    server.refusal = undefined;
    put('new');
    await clock.advance(9_999);
    expect(await valueOfKey()).toBe(kind);
    await clock.advance(1);
    expect(await valueOfKey()).toBe('new');
  });

  test('is believed to be forbidden only when it is twice, ten seconds apart', async () => {
    const { clock, server, put, valueOfKey } = setUp();
    put('old');
    await valueOfKey();
    const refusal = new KubeError('no', { status: 403, reason: 'Forbidden' });
    server.refusal = refusal;
    await clock.advance(60_000);
    expect(await valueOfKey()).toBe('old');
    server.refusal = undefined;
    await clock.advance(10_000);
    expect(await valueOfKey()).toBe('old');
    server.refusal = refusal;
    await clock.advance(60_000);
    expect(await valueOfKey()).toBe('old');
    await clock.advance(10_000);
    expect(await valueOfKey()).toBe('forbidden');
  });

  test('does not keep what was deleted', async () => {
    const { clock, server, put, valueOfKey } = setUp();
    put('old');
    await valueOfKey();
    server.objects.clear();
    await clock.advance(60_000);
    expect(await valueOfKey()).toBe('missing');
  });
});

describe('reads at a time', () => {
  test('are one', async () => {
    const { clock, server, put, reader } = setUp();
    put('value');
    server.latency = 100;
    const reading = Array.from({ length: 1_000 }, () => reader.read(ref));
    await clock.advance(100);
    expect(new Set(await Promise.all(reading)).size).toBe(1);
    expect(server.calls).toHaveLength(1);
  });

  test('of two names, kinds or namespaces are not', async () => {
    const { server, reader } = setUp();
    await Promise.all([
      reader.read(ref),
      reader.read({ ...ref, name: 'other' }),
      reader.read({ ...ref, namespace: 'other' }),
      reader.read({ ...ref, kind: 'ConfigMap' }),
    ]);
    expect(new Set(server.calls.map(([, asked]) => asked)).size).toBe(4);
  });

  test('have 5 s', async () => {
    const { server, read } = setUp();
    await read();
    expect([...server.timeouts]).toEqual([5_000]);
  });
});

describe('while the API server is away', () => {
  test('what was read last is used, and tried again every 10 s', async () => {
    const { clock, server, put, valueOfKey, errors } = setUp();
    put('old');
    await valueOfKey();
    await clock.advance(60_000);
    server.refusal = unreachable;
    put('new');
    server.calls = [];
    for (let second = 0; second < 30; second++) {
      expect(await valueOfKey()).toBe('old');
      await clock.advance(1_000);
    }
    expect(server.calls.map(([at]) => at)).toEqual([60_000, 70_000, 80_000]);
    expect(errors).toEqual([unreachable, unreachable, unreachable]);
    server.refusal = undefined;
    expect(await valueOfKey()).toBe('new');
  });

  test('what was read last is not waited for beyond a second, once a try failed', async () => {
    const { clock, server, put, reader, valueOfKey } = setUp();
    put('old');
    await valueOfKey();
    await clock.advance(60_000);
    server.refusal = unreachable;
    server.latency = 5_000;
    await valueOfKey();
    await clock.advance(5_000);
    let answeredAt = 0;
    const reading = reader.read(ref).then(found => {
      answeredAt = clock.now();
      return found;
    });
    const askedAt = clock.now();
    await clock.advance(5_000);
    expect(await reading).toMatchObject({ values: new Map([['key', 'old']]) });
    expect(answeredAt - askedAt).toBe(1_000);
  });

  test('what was missing stays missing', async () => {
    const { clock, server, valueOfKey } = setUp();
    await valueOfKey();
    server.refusal = unreachable;
    await clock.advance(10_000);
    expect(await valueOfKey()).toBe('missing');
  });

  test('what was never read rejects, and is tried again every second', async () => {
    const { clock, server, put, valueOfKey } = setUp();
    server.refusal = unreachable;
    put('new');
    await expect(valueOfKey()).rejects.toBe(unreachable);
    await clock.advance(999);
    await expect(valueOfKey()).rejects.toBe(unreachable);
    expect(server.calls).toHaveLength(1);
    server.refusal = undefined;
    await clock.advance(1);
    expect(await valueOfKey()).toBe('new');
  });
});

describe('how much is kept', () => {
  test('is bounded in number: what was not used for longest goes', async () => {
    const { server, put, valueOfKey } = setUp({ maxEntries: 2 });
    for (const name of ['a', 'b', 'c']) put(name, name);
    for (const name of ['a', 'b', 'a', 'c']) await valueOfKey({ ...ref, name });
    server.calls = [];
    for (const name of ['a', 'c']) await valueOfKey({ ...ref, name });
    expect(server.calls).toEqual([]);
    expect(await valueOfKey({ ...ref, name: 'b' })).toBe('b');
    expect(server.calls).toHaveLength(1);
  });

  test('is bounded in size, but one is kept however large', async () => {
    const { server, put, valueOfKey } = setUp({ maxCharacters: 1_000 });
    put('a'.repeat(600), 'a');
    put('b'.repeat(2_000), 'b');
    await valueOfKey({ ...ref, name: 'a' });
    await valueOfKey({ ...ref, name: 'b' });
    server.calls = [];
    await valueOfKey({ ...ref, name: 'b' });
    expect(server.calls).toEqual([]);
    await valueOfKey({ ...ref, name: 'a' });
    await valueOfKey({ ...ref, name: 'a' });
    expect(server.calls).toHaveLength(1);
  });

  test('counts what was read again once', async () => {
    const { clock, server, put, valueOfKey } = setUp({ maxCharacters: 1_000 });
    put('a'.repeat(400), 'a');
    put('b', 'b');
    for (let minute = 0; minute < 10; minute++) {
      await valueOfKey({ ...ref, name: 'a' });
      await valueOfKey({ ...ref, name: 'b' });
      await clock.advance(60_000);
    }
    expect(server.calls).toHaveLength(20);
    await valueOfKey({ ...ref, name: 'b' });
    await valueOfKey({ ...ref, name: 'a' });
    server.calls = [];
    await valueOfKey({ ...ref, name: 'b' });
    expect(server.calls).toEqual([]);
  });
});

test('a value is never older than 60 s where the API server answered for the last 10 s', async () => {
  const step = fc.oneof(
    fc.record({
      kind: fc.constant('advance' as const),
      ms: fc.constantFrom(1, 50, 1_000, 5_000, 9_999, 10_000, 20_000, 50_000),
    }),
    fc.record({ kind: fc.constant('read' as const) }),
    fc.record({ kind: fc.constant('away' as const), hangs: fc.integer({ min: 0, max: 5_000 }) }),
    fc.record({ kind: fc.constant('back' as const), latency: fc.integer({ min: 0, max: 999 }) }),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 60 }), async steps => {
      const { clock, server, reader } = setUp();
      // The value tells when the server looked at it.
      server.objects.get = () => {
        const data = { key: Buffer.from(`${clock.now()}`).toString('base64') };
        return { metadata: { name: 'token' }, data };
      };
      let answersSince = 0;
      const readings: Promise<void>[] = [];
      for (const taken of steps) {
        if (taken.kind === 'advance') await clock.advance(taken.ms);
        if (taken.kind === 'away') {
          server.refusal = unreachable;
          server.latency = taken.hangs;
          answersSince = Number.POSITIVE_INFINITY;
        }
        if (taken.kind === 'back') {
          if (server.refusal) answersSince = clock.now();
          server.refusal = undefined;
          server.latency = taken.latency;
        }
        if (taken.kind === 'read') {
          const askedAt = clock.now();
          const answers = askedAt - answersSince >= 10_000;
          const reading = reader.read(ref).then(
            found => {
              if (found.kind !== 'found') throw new Error(found.kind);
              const lookedAt = Number(found.values.get('key'));
              if (answers) expect(askedAt - lookedAt).toBeLessThanOrEqual(60_000);
            },
            error => {
              expect(error).toBe(unreachable);
              expect(answers && answersSince > 0).toBe(false);
            },
          );
          readings.push(reading);
        }
      }
      await clock.advance(5_000);
      await Promise.all(readings);
    }),
    { numRuns: 2_000 },
  );
});
