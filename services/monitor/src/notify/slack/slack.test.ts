import { inspect } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { sampleTransition } from '../../../fixtures/sample-change.ts';
import {
  type Behaviour,
  neverAnswer,
  refuse,
  reset,
  startReceiver,
} from '../../../fixtures/webhook-receiver.ts';
import type { Transition } from '../../alert/transition.ts';
import type { SlackNotification } from '../schema/slack.ts';
import { createSlack } from './slack.ts';

const now = Date.UTC(2026, 0, 1);
const [incident, recovery] = [sampleTransition('uid', 1), sampleTransition('uid', 2)];
const take: Behaviour = response => response.writeHead(200).end('ok');

async function start(behave: Behaviour) {
  const receiver = await startReceiver(behave);
  onTestFinished(receiver.close);
  return receiver;
}

function create(url: string, rest: Partial<SlackNotification> = {}) {
  return createSlack(
    { id: 'chat', type: 'slack', url, ...rest },
    { version: '1.2.3', now: () => now, env: { TEAM: 'shop & co' } },
  );
}

async function post(transitions: readonly Transition[], rest: Partial<SlackNotification> = {}) {
  const { url, received } = await start(take);
  const { grouping } = create(`${url}/services/hunter2`, rest);
  await grouping?.send(transitions, AbortSignal.timeout(10_000));
  const [request, ...others] = received;
  expect(others).toEqual([]);
  return { request, payload: JSON.parse(request?.body ?? '') };
}

async function failureOf(behave: Behaviour, signal = AbortSignal.timeout(10_000)) {
  const { url } = await start(behave);
  const channel = create(`${url}/services/hunter2?token=hunter2`);
  return channel.send(incident, signal).then(
    () => expect.fail('it was sent'),
    error => error,
  );
}

describe('a message', () => {
  test('of an incident is posted as JSON in the colour of its severity', async () => {
    const { request, payload } = await post([incident]);
    expect(request).toMatchObject({
      method: 'POST',
      path: '/services/hunter2',
      headers: { 'content-type': 'application/json', 'user-agent': 'picket/1.2.3' },
    });
    expect(payload).toEqual({
      text: '*Incident: The shop: response.status != 200*',
      attachments: [
        {
          color: '#d7263d',
          fallback: expect.stringContaining('Status is 503 Request: GET http://shop.test/'),
          text: expect.stringContaining('Status is 503\n\nRequest: GET http://shop.test/'),
          mrkdwn_in: ['text'],
        },
      ],
    });
  });

  test('has the sender and the place that are configured', async () => {
    const rest = { channel: '#ops', username: 'Picket', iconEmoji: ':owl:' };
    const { payload } = await post([incident], rest);
    expect(payload).toMatchObject({ channel: '#ops', username: 'Picket', icon_emoji: ':owl:' });
  });

  test('of a recovery is green, and of several each has its colour', async () => {
    const { payload } = await post([incident, { ...recovery, probe: { id: 'b', name: 'b' } }]);
    expect(payload.text).toBe('*1 incident (1 critical) and 1 recovery of 2 probes*');
    const colours = payload.attachments.map(({ color }: { color: string }) => color);
    expect(colours).toEqual(['#d7263d', '#2eb67d']);
  });

  test('escapes every value and keeps the markup of its templates', async () => {
    const message =
      '<!channel> <https://evil.test|here> a && b @channel @all @ann ops@shop.test [x](https://evil.test) [x][y]';
    const hostile = { ...incident, message, probe: { id: 'x', name: '<b>' } };
    const { payload } = await post([hostile], {
      title: '<https://wiki.test|{{ probe.name }}> {{ env.TEAM }}',
      text: '_{{ message }}_',
    });
    expect(payload.text).toBe('*<https://wiki.test|&lt;b&gt;> shop & co*');
    const [{ text }] = payload.attachments;
    expect(text).toBe(
      '_&lt;!channel&gt; &lt;https://evil.test|here&gt; a &amp;&amp; b @\u200bchannel @\u200ball @\u200bann ops@shop.test [x]\u200b(https://evil.test) [x]\u200b[y]_',
    );
  });

  test('stays within what Slack takes, and cuts no character and no escape in two', async () => {
    const message = `${'x'.repeat(2993)}&&&&😀😀`;
    const many = Array.from({ length: 100 }, (_, n) => ({
      ...incident,
      message,
      probe: { id: `${n}`, name: '😀'.repeat(500) },
    }));
    const { payload } = await post(many, { text: '{{ message }}', groupTitle: '&'.repeat(900) });
    expect(payload.text.length).toBeLessThanOrEqual(302);
    expect(payload.attachments).toHaveLength(21);
    for (const { text } of payload.attachments) {
      expect(text.length).toBeLessThanOrEqual(3000);
      expect(text.isWellFormed()).toBe(true);
    }
    expect(payload.attachments[0].text).toBe(`${'x'.repeat(2993)}&amp;…`);
    expect(payload.attachments[20].text).toBe('… and 80 more');
  });
});

describe('a failure', () => {
  test.each<[string, Behaviour, string]>([
    ['a refusal', r => r.writeHead(403).end('action_prohibited'), 'status 403: action_prohibited'],
    ['a good status without ok', r => r.writeHead(200).end('<html>'), 'something else than ok'],
    ['ok with another status', r => r.writeHead(202).end('ok'), 'status 202'],
    ['a redirect', refuse(302, { location: 'http://127.0.0.1:1/' }), 'status 302'],
    ['a reset connection', reset, 'could not be reached'],
    [
      'an answer that breaks off',
      r => {
        r.writeHead(200, { 'content-length': 2 }).write('o', () => r.socket?.destroy());
      },
      'something else than ok',
    ],
  ])('is %s; the url is not told', async (_, behave, message) => {
    const error = await failureOf(behave);
    expect(error).toMatchObject({
      code: 'PKT_DELIVERY_FAILED',
      message: expect.stringContaining(message),
    });
    expect(inspect(error, { depth: null, showHidden: true })).not.toContain('hunter2');
  });

  test('tells how long Slack wants to be left alone', async () => {
    const error = await failureOf(refuse(429, { 'retry-after': '30' }));
    expect(error).toMatchObject({ retryAfter: 30_000 });
  });

  test('is an aborted post', async () => {
    const abort = new AbortController();
    const error = await failureOf((...asked) => {
      neverAnswer(...asked);
      abort.abort();
    }, abort.signal);
    expect(error).toMatchObject({ code: 'PKT_DELIVERY_FAILED' });
  });
});

test('an address that is none is refused without being told', () => {
  expect(() => create('hunter2')).toThrow(
    expect.objectContaining({
      code: 'PKT_CONFIG_INVALID',
      message: expect.not.stringContaining('hunter2'),
    }),
  );
});

test('its messages are grouped by the fields of the config', () => {
  expect(create('http://127.0.0.1/').grouping).toMatchObject({ wait: 5000, every: 60_000 });
  const own = create('http://127.0.0.1/', { groupWait: 0, groupEvery: 1000, timeout: 7 });
  expect(own).toMatchObject({ timeout: 7, grouping: { wait: 0, every: 1000 } });
});
