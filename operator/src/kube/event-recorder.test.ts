import { createFakeClock } from '@picket/monitor/fixtures/fake-clock';
import { describe, expect, test } from 'vitest';
import { createMemoryServer } from '../../fixtures/memory-server.ts';
import { createServerLink } from '../../fixtures/server-link.ts';
import { createEventRecorder, type KubeEvent } from './event-recorder.ts';
import { KubeError } from './kube-error.ts';
import type { KubeObject } from './resource.ts';
import { events as eventsResource } from './resources/events.ts';

const second = 1000;
const minute = 60 * second;

function setUp(latency = () => 0) {
  const clock = createFakeClock(Date.UTC(2026, 0, 1));
  const server = createMemoryServer();
  const link = createServerLink({ server, clock, latency });
  const errors: unknown[] = [];
  let drawn = 0;
  const recorder = createEventRecorder({
    api: link.api,
    controller: 'picket.dev/operator',
    instance: 'picket-7d9f-abcde',
    clock,
    random: () => (drawn++ * 0.618) % 1,
    onError: error => errors.push(error),
  });
  const stored = () => server.list(eventsResource, {}).map(eventsResource.decode);
  const counts = () => stored().map(({ series }) => series?.count ?? 1);
  const writes = () => link.calls.length;
  return { clock, server, link, errors, recorder, stored, counts, writes };
}

const shop: KubeObject = {
  apiVersion: 'picket.dev/v1',
  kind: 'Probe',
  metadata: { name: 'shop', namespace: 'web', uid: 'uid-of-shop', resourceVersion: '7' },
};
const invalid: KubeEvent = {
  type: 'Warning',
  reason: 'Invalid',
  action: 'Compile',
  note: 'unknown name "respons"',
};
const never = new AbortController().signal;

const named = (name: string): KubeObject => ({ ...shop, metadata: { name, namespace: 'web' } });

test('an event says what happened to what, when, and who says so', async () => {
  const { clock, recorder, stored } = setUp();
  await clock.advance(1234);
  recorder.emit(shop, invalid);
  await clock.advance(0);
  expect(stored()).toMatchObject([
    {
      metadata: { namespace: 'web', name: expect.stringMatching(/^shop\.[0-9a-f]{20}$/) },
      eventTime: '2026-01-01T00:00:01.234000Z',
      reportingController: 'picket.dev/operator',
      reportingInstance: 'picket-7d9f-abcde',
      ...invalid,
      regarding: {
        apiVersion: 'picket.dev/v1',
        kind: 'Probe',
        namespace: 'web',
        name: 'shop',
        uid: 'uid-of-shop',
        resourceVersion: '7',
      },
    },
  ]);
  expect(stored()[0]).not.toHaveProperty('series');
});

test.each([
  { about: 'a'.repeat(253), pattern: /^a{232}\.[0-9a-f]{20}$/ },
  { about: `${'a'.repeat(231)}.b.c`, pattern: /^a{231}\.[0-9a-f]{20}$/ },
])('the name of an event about $about is one that the server takes', async data => {
  const { clock, recorder, stored } = setUp();
  recorder.emit(named(data.about), invalid);
  await clock.advance(0);
  expect(stored()[0]?.metadata.name).toMatch(data.pattern);
});

test('a note is cut at 1024 bytes, and not within a character', async () => {
  const { clock, recorder, stored } = setUp();
  recorder.emit(shop, { ...invalid, note: 'x'.repeat(1024) });
  recorder.emit(shop, { ...invalid, note: `x${'€'.repeat(400)}` });
  await clock.advance(0);
  const notes = stored().map(({ note }) => note);
  expect(notes).toEqual(['x'.repeat(1024), `x${'€'.repeat(340)}...`]);
});

test('what does not say of what kind it is has no events', async () => {
  const { recorder, errors } = setUp();
  recorder.emit({ metadata: shop.metadata }, invalid);
  expect(errors).toEqual([expect.any(TypeError)]);
  const posted = recorder.post({ metadata: shop.metadata }, invalid, 'name', never);
  await expect(posted).rejects.toThrow(TypeError);
});

describe('the same event again', () => {
  test('300 times at once is one event, written once, with its count', async () => {
    const { clock, recorder, counts, writes } = setUp();
    for (let n = 0; n < 300; n++) recorder.emit(shop, invalid);
    await clock.advance(minute);
    expect(counts()).toEqual([300]);
    expect(writes()).toBe(1);
  });

  test('raises the count with few writes, and the last of it is never lost', async () => {
    const { clock, recorder, counts, writes, stored } = setUp();
    for (let n = 0; n < 360; n++) {
      recorder.emit(shop, invalid);
      await clock.advance(10 * second);
    }
    expect(writes()).toBeLessThan(22);
    await clock.advance(5 * minute);
    expect(counts()).toEqual([360]);
    expect(stored()[0]?.series?.lastObservedTime).toBe('2026-01-01T00:59:50.000000Z');
  });

  test('after more than 6 minutes is another event', async () => {
    const { clock, recorder, counts } = setUp();
    recorder.emit(shop, invalid);
    await clock.advance(6 * minute);
    recorder.emit(shop, invalid);
    await clock.advance(6 * minute + 1);
    recorder.emit(shop, invalid);
    await clock.advance(minute);
    expect(counts()).toEqual([2, 1]);
  });

  test('about an object that only has the same name is another event', async () => {
    const { clock, recorder, counts } = setUp();
    recorder.emit(shop, invalid);
    recorder.emit({ ...shop, metadata: { ...shop.metadata, uid: 'uid-of-next-shop' } }, invalid);
    await clock.advance(minute);
    expect(counts()).toEqual([1, 1]);
  });

  test('with ever other notes becomes one from the tenth note on', async () => {
    const { clock, recorder, stored } = setUp();
    for (let n = 0; n < 15; n++) recorder.emit(shop, { ...invalid, note: `note ${n}` });
    recorder.emit(shop, { ...invalid, note: 'note 3' });
    await clock.advance(minute);
    const told = stored().map(({ note, series }) => `${note} x${series?.count ?? 1}`);
    expect(told).toHaveLength(10);
    expect(told).toContain('note 3 x2');
    expect(told.at(-1)).toBe('(combined from similar events): note 9 x6');
  });
});

test('one object gets 25 at once and then one each 5 minutes, others theirs', async () => {
  const { clock, recorder, stored } = setUp();
  const kinds = Array.from({ length: 40 }, (_, n) => ({ ...invalid, reason: `Reason${n}` }));
  for (const kind of kinds) recorder.emit(shop, kind);
  recorder.emit(named('blog'), invalid);
  await clock.advance(5 * minute);
  expect(stored()).toHaveLength(26);
  for (const kind of kinds.slice(30)) recorder.emit(shop, kind);
  await clock.advance(minute);
  expect(stored()).toHaveLength(27);
});

describe('while the server is away', () => {
  test('an event waits, with all that happens meanwhile', async () => {
    const { clock, link, recorder, counts, errors } = setUp();
    link.set('refused');
    for (let n = 0; n < 9; n++) {
      recorder.emit(shop, invalid);
      await clock.advance(10 * second);
    }
    expect(counts()).toEqual([]);
    link.set('up');
    await clock.advance(15 * second);
    expect(counts()).toEqual([9]);
    expect(errors).toEqual([]);
  });

  test('it is given up after 12 tries, and what comes later tries anew', async () => {
    const { clock, link, recorder, counts, errors, writes } = setUp();
    link.set('refused');
    recorder.emit(shop, invalid);
    await clock.advance(5 * minute);
    expect(writes()).toBe(12);
    expect(errors).toMatchObject([{ reason: 'Unreachable' }]);
    link.set('up');
    recorder.emit(shop, invalid);
    await clock.advance(minute);
    expect(counts()).toEqual([2]);
  });

  test('no more than 1000 wait', async () => {
    const { clock, link, recorder, stored, errors } = setUp();
    link.set('refused');
    for (let n = 0; n < 1002; n++) recorder.emit(named(`probe-${n}`), invalid);
    expect(errors).toHaveLength(2);
    link.set('up');
    await clock.advance(minute);
    expect(stored()).toHaveLength(1000);
  });

  test.each([1, 3])('%i of it, stored though nobody said so, are stored once', async times => {
    const { clock, link, recorder, counts, errors } = setUp(() => 5);
    for (let n = 0; n < times; n++) recorder.emit(shop, invalid);
    await clock.advance(7);
    link.set('refused');
    expect(counts()).toEqual([times]);
    await clock.advance(10);
    link.set('up');
    await clock.advance(minute);
    expect(link.calls.filter(call => call === 'create events')).toHaveLength(2);
    expect(counts()).toEqual([times]);
    expect(errors).toEqual([]);
  });
});

test('what the server refuses for good is given up at once', async () => {
  const { clock, server, recorder, errors, writes } = setUp();
  const refusal = new KubeError('it is no event', {
    status: 422,
    reason: 'Invalid',
  });
  Object.assign(server, {
    create: () => {
      throw refusal;
    },
  });
  recorder.emit(shop, invalid);
  await clock.advance(10 * minute);
  expect(errors).toEqual([refusal]);
  expect(writes()).toBe(1);
});

test.each([
  [401, 'Unauthorized'],
  [403, 'Forbidden'],
])('where rights are wanting (%i) it is tried again', async (status, reason) => {
  const { clock, server, recorder, counts } = setUp();
  const { create } = server;
  Object.assign(server, {
    create: () => {
      throw new KubeError('not you', { status, reason });
    },
  });
  recorder.emit(shop, invalid);
  await clock.advance(second);
  Object.assign(server, { create });
  await clock.advance(minute);
  expect(counts()).toEqual([1]);
});

test('a series whose event has run out is stored again with its count', async () => {
  const { clock, server, recorder, stored, counts } = setUp();
  recorder.emit(shop, invalid);
  await clock.advance(minute);
  const [{ metadata } = expect.fail()] = stored();
  server.remove(eventsResource, { namespace: 'web', name: metadata.name });
  recorder.emit(shop, invalid);
  await clock.advance(minute);
  expect(counts()).toEqual([2]);
});

describe('an event posted under a name', () => {
  const name = 'shop.0123456789abcdef';

  test('is there exactly once, however often it is posted', async () => {
    const { recorder, stored } = setUp();
    await Promise.all([1, 2, 3].map(() => recorder.post(shop, invalid, name, never)));
    await recorder.post(shop, invalid, name, never);
    expect(stored().map(({ metadata }) => metadata.name)).toEqual([name]);
  });

  test('rejects where it could not be stored, and when its signal aborts', async () => {
    const { link, recorder } = setUp();
    link.set('refused');
    const posted = recorder.post(shop, invalid, name, never);
    await expect(posted).rejects.toMatchObject({ reason: 'Unreachable' });
    link.set('silent');
    const reason = new Error('no more time');
    const aborted = recorder.post(shop, invalid, name, AbortSignal.abort(reason));
    await expect(aborted).rejects.toBe(reason);
  });

  test('counts for no series and is held up by no limit', async () => {
    const { recorder, stored } = setUp();
    const names = Array.from({ length: 60 }, (_, n) => `shop.${n}`);
    for (const each of names) await recorder.post(shop, invalid, each, never);
    expect(stored()).toHaveLength(60);
  });
});

describe('closing', () => {
  test('stores at once what would have waited, and takes no more', async () => {
    const { clock, recorder, counts } = setUp();
    for (let n = 0; n < 5; n++) {
      recorder.emit(shop, invalid);
      await clock.advance(second / 2);
    }
    let isClosed = false;
    void recorder.close(never).then(() => {
      isClosed = true;
    });
    await clock.advance(0);
    expect(counts()).toEqual([5]);
    expect(isClosed).toBe(true);
    recorder.emit(shop, invalid);
    recorder.emit(named('blog'), invalid);
    await clock.advance(10 * minute);
    expect(counts()).toEqual([5]);
  });

  test('ends when its signal aborts, and says what it leaves', async () => {
    const { clock, link, recorder, errors } = setUp();
    link.set('silent');
    recorder.emit(shop, invalid);
    await clock.advance(second);
    const end = new AbortController();
    const closed = recorder.close(end.signal);
    await clock.advance(second);
    end.abort();
    await closed;
    expect(errors).toEqual([new Error('events given up, since there is no more time: 1')]);
  });

  test('with nothing to store ends at once', async () => {
    await setUp().recorder.close(never);
  });
});
