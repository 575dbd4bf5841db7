import { DeliveryError, type Transition } from '@picket/monitor';
import { sampleTransition } from '@picket/monitor/fixtures/sample-change';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { KubeEvent } from '../kube/event-recorder.ts';
import { KubeError } from '../kube/kube-error.ts';
import type { KubeObject } from '../kube/resource.ts';
import { createEventChannel } from './event-channel.ts';

const incident = sampleTransition('uid-1', 1);
const recovery = sampleTransition('uid-1', 2);

interface Posted {
  readonly about: KubeObject;
  readonly event: KubeEvent;
  readonly name: string;
}

/** The channel of one Probe, with what it posted; `refuse` is what posting rejects with. */
function setUp(name = 'shop', refuse?: unknown) {
  const posted: Posted[] = [];
  const probe: KubeObject = { metadata: { name, namespace: 'web', uid: 'uid-1' } };
  const channel = createEventChannel({
    find: id => (id === `web/${name}` ? probe : undefined),
    events: {
      async post(about, event, eventName) {
        if (refuse !== undefined) throw refuse;
        posted.push({ about, event, name: eventName });
      },
    },
  });
  const send = (transition: Transition, id = `web/${name}`) =>
    channel.send(
      { ...transition, probe: { ...transition.probe, id } },
      new AbortController().signal,
    );
  return { channel, probe, posted, send };
}

async function noteOf(transition: Transition): Promise<string> {
  const { posted, send } = setUp();
  await send(transition);
  return posted[0]?.event.note ?? '';
}

test('an incident is a warning about the Probe', async () => {
  const { probe, posted, send } = setUp();
  await send(incident);
  expect(posted).toEqual([
    {
      about: probe,
      name: `shop.${incident.id}`,
      event: {
        type: 'Warning',
        reason: 'IncidentOpened',
        action: 'Probe',
        note: 'GET http://shop.test/: response.status != 200 (true for 40 s): Status is 503',
      },
    },
  ]);
});

test('a recovery is normal', async () => {
  const { posted, send } = setUp();
  await send({ ...recovery, message: 'Status is 200', beganAt: recovery.at - 7_384_000 });
  expect(posted[0]?.event).toEqual({
    type: 'Normal',
    reason: 'IncidentRecovered',
    action: 'Probe',
    note: 'GET http://shop.test/: response.status != 200 (recovered after 2 h 3 min): Status is 200',
  });
});

test.each([
  [0, '0 s'],
  [-5_000, '0 s'],
  [59_400, '59 s'],
  [60_000, '1 min'],
  [3_605_000, '1 h'],
  [86_400_000 * 3 + 3_600_000, '3 d 1 h'],
])('%d ms is told as %s', async (ms, text) => {
  expect(await noteOf({ ...incident, beganAt: incident.at - ms })).toContain(`(true for ${text})`);
});

test('the name has at most 253 characters, is a name, and keeps the id', async () => {
  const long = `${'a'.repeat(218)}.-b${'c'.repeat(32)}`;
  const { posted, send } = setUp(long);
  await send(incident);
  const { name = '' } = posted[0] ?? {};
  expect(name.length).toBeLessThanOrEqual(253);
  expect(name).toBe(`${'a'.repeat(218)}.${incident.id}`);
});

test('the note has at most 1024 bytes of whole characters, and room for the message', async () => {
  const text = fc.string({
    unit: fc.constantFrom('a', 'ä', '\u{1F525}', ' ', '\n'),
    maxLength: 2_000,
  });
  await fc.assert(
    fc.asyncProperty(text, text, text, async (request, assertion, message) => {
      const note = await noteOf({
        ...incident,
        request: { ...incident.request, name: request },
        alert: { ...incident.alert, assertion },
        message: `begin ${message}`,
      });
      expect(Buffer.byteLength(note)).toBeLessThanOrEqual(1024);
      expect(note.isWellFormed() && !note.includes('\uFFFD')).toBe(true);
      expect(note).not.toContain('\n');
      expect(note).toContain(': begin');
    }),
  );
});

describe('there is nothing to tell', () => {
  test('where the Probe is gone', async () => {
    const { posted, send } = setUp();
    await send(incident, 'web/other');
    expect(posted).toEqual([]);
  });

  test.each([
    ['the Event is there already', 409, 'AlreadyExists'],
    ['the namespace is gone', 404, 'NotFound'],
  ])('where %s', async (_, status, reason) => {
    await setUp('shop', new KubeError('no', { status, reason })).send(incident);
  });
});

describe('a try that failed', () => {
  const failureOf = async (refuse: unknown): Promise<unknown> =>
    setUp('shop', refuse)
      .send(incident)
      .then(
        () => undefined,
        (error: unknown) => error,
      );

  test.each([
    [0, 'Unreachable', 'the API server gave no answer (Unreachable)'],
    [403, 'Forbidden', 'the API server refused the Event (403 Forbidden)'],
    [409, 'Conflict', 'the API server refused the Event (409 Conflict)'],
    [500, 'InternalError', 'the API server refused the Event (500 InternalError)'],
  ])('%d %s is tried again, and its text not told', async (status, reason, message) => {
    const error = await failureOf(new KubeError('hunter2', { status, reason }));
    expect(error).toBeInstanceOf(DeliveryError);
    expect(error).toMatchObject({ message });
    expect(error).toHaveProperty('retryAfter', undefined);
  });

  test('waits as long as the server asked', async () => {
    const busy = new KubeError('no', { status: 429, reason: 'TooManyRequests', retryAfter: 3_000 });
    expect(await failureOf(busy)).toMatchObject({ retryAfter: 3_000 });
  });

  test('for a defect rejects with the defect', async () => {
    const defect = new TypeError('bug');
    expect(await failureOf(defect)).toBe(defect);
  });
});
