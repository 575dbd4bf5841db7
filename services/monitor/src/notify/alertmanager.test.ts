import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleTransition } from '../../fixtures/sample-change.ts';
import { startTestReceiver } from '../../fixtures/test-receiver.ts';
import { accept, neverAnswer, refuse } from '../../fixtures/webhook-receiver.ts';
import type { Transition } from '../alert/transition.ts';
import { createAlertmanager } from './alertmanager.ts';
import type { Alert } from './alertmanager-alert.ts';
import type { AlertmanagerNotification } from './schema/alertmanager.ts';

const now = Date.UTC(2026, 0, 1, 12);
const incident = sampleTransition('uid', 1);
const recovery = sampleTransition('uid', 2);

const create = (fields: Partial<AlertmanagerNotification>) =>
  createAlertmanager(
    { id: 'prom', type: 'alertmanager', ...fields },
    { version: '1', now: () => now, env: { GRAFANA: 'http://grafana.test' } },
  );

const send = (transition: Transition, fields: Partial<AlertmanagerNotification>) =>
  create(fields).send(transition, AbortSignal.timeout(10_000));

const tellLasting = (incidents: readonly Transition[], fields: Partial<AlertmanagerNotification>) =>
  create(fields).following?.tellLasting(incidents, AbortSignal.timeout(10_000));

const alertsIn = ({ body }: { body: string }): Alert[] => JSON.parse(body);

/** The alert that the transition is sent as. */
async function alertOf(transition: Transition, fields: Partial<AlertmanagerNotification> = {}) {
  const { url, received } = await startTestReceiver(accept);
  await send(transition, { url, ...fields });
  return received.flatMap(alertsIn)[0];
}

describe('an alert', () => {
  test('says what fires, where, since when, and until when unless more is heard of it', async () => {
    expect(await alertOf({ ...incident, probe: { id: 'web/shop', name: 'The shop' } })).toEqual({
      labels: {
        alertname: 'PicketIncident',
        namespace: 'web',
        probe: 'shop',
        request: 'GET http://shop.test/',
        alert: 'response.status != 200',
        severity: 'critical',
        instance: 'http://shop.test/',
      },
      annotations: {
        summary: 'The shop: response.status != 200',
        description: 'Status is 503\nLast result: 503 Service Unavailable in 12 ms',
      },
      startsAt: new Date(incident.beganAt).toISOString(),
      endsAt: new Date(now + 5 * 60_000).toISOString(),
    });
  });

  test('that recovered has the same labels and start, and the end of its incident', async () => {
    const [fired, resolved] = [await alertOf(incident), await alertOf(recovery)];
    expect(resolved?.labels).toEqual(fired?.labels);
    expect(resolved?.startsAt).toBe(fired?.startsAt);
    expect(resolved?.endsAt).toBe(new Date(recovery.at).toISOString());
  });

  test('never ends before it began, whatever the clock did', async () => {
    const resolved = await alertOf({ ...recovery, at: recovery.beganAt - 5000 });
    expect(resolved?.endsAt).toBe(resolved?.startsAt);
  });

  test('has the labels and annotations of the channel, and its own severity where it has one', async () => {
    const fields = {
      labels: { alertname: 'Shop', severity: 'warning', team: 'web' },
      annotations: { runbook_url: 'http://wiki.test/shop' },
    };
    const { severity: _, ...unrated } = incident.alert;
    expect((await alertOf(incident, fields))?.labels).toMatchObject({
      alertname: 'Shop',
      severity: 'critical',
      team: 'web',
    });
    expect((await alertOf({ ...incident, alert: unrated }, fields))?.labels.severity).toBe(
      'warning',
    );
    expect((await alertOf(incident, fields))?.annotations.runbook_url).toBe(
      'http://wiki.test/shop',
    );
    expect((await alertOf({ ...incident, alert: unrated }))?.labels).not.toHaveProperty('severity');
  });

  test('has links made for it, of which the dashboard is where the Alertmanager leads to', async () => {
    const links = {
      dashboard: '{{ env.GRAFANA }}/d/probe?var-probe={{ probe.name }}',
      logs: 'http://logs.test/?q={{ probe.namespace }}',
    };
    const fired = await alertOf(
      { ...incident, probe: { id: 'web/shop', name: 'A & B' } },
      { links },
    );
    const dashboard = 'http://grafana.test/d/probe?var-probe=A%20%26%20B';
    expect(fired?.annotations).toMatchObject({ dashboard, logs: 'http://logs.test/?q=web' });
    expect(fired?.generatorURL).toBe(dashboard);
  });

  test('holds any text, cut where it is long', async () => {
    const odd = await alertOf({
      ...incident,
      alert: { name: 'half \ud800 "quoted"\n日本', assertion: 'true' },
      message: `${'x'.repeat(4094)}\ud83d\ude00`,
    });
    expect(odd?.labels.alert).toBe('half \ufffd "quoted"\n日本');
    expect(odd?.annotations.description).toBe(`${'x'.repeat(4094)}\ufffd…`);
  });
});

describe('an address', () => {
  test.each([
    ['', '/api/v2/alerts'],
    ['/', '/api/v2/alerts'],
    ['/#/alerts?silenced=false', '/api/v2/alerts'],
    ['/api/v2', '/api/v2/alerts'],
    ['/api/v2/alerts', '/api/v2/alerts'],
    ['/prom/alertmanager/', '/prom/alertmanager/api/v2/alerts'],
    ['/alertmanager?tenant=web', '/alertmanager/api/v2/alerts?tenant=web'],
  ])('that ends with "%s" is asked at %s', async (path, asked) => {
    const { url, received } = await startTestReceiver(accept);
    await send(incident, { url: `${url}${path}` });
    expect(received).toMatchObject([
      { method: 'POST', path: asked, headers: { 'content-type': 'application/json' } },
    ]);
  });

  test('may hold a user and a password; a header may hold a token', async () => {
    const { url, received } = await startTestReceiver(accept);
    await send(incident, { url: url.replace('//', '//ops:p%40ss@') });
    await send(incident, { url, headers: { Authorization: 'Bearer t0ken' } });
    expect(received.map(({ headers }) => headers.authorization)).toEqual([
      `Basic ${btoa('ops:p@ss')}`,
      'Bearer t0ken',
    ]);
  });

  test.each([
    ['none', {}, 'has no url'],
    ['two kinds', { url: 'http://a.test', urls: ['http://b.test'] }, 'urls is there beside url'],
    ['no url', { url: 'alertmanager:9093' }, 'no http or https url'],
    ['another version', { url: 'http://a.test/api/v1/alerts' }, 'version 1'],
  ])('that is %s is refused', (_, fields, message) => {
    expect(() => create(fields)).toThrow(message);
  });
});

test('labels and annotations that cannot be used are refused, all at once', () => {
  const url = 'http://a.test';
  const labels = { 'team-name': 'web', probe: 'mine', '1st': 'x', fine_1: 'y' };
  const annotations = { summary: 'mine', 'run book': 'x', logs: 'x' };
  const links = { logs: 'http://logs.test', dashboard: 'http://{{ probe.name }}/', x: '{{ y }}' };
  expect(() => create({ url, labels, annotations, links })).toThrow(
    /team-name.*probe is set by Picket itself.*1st.*summary is set by Picket itself.*run book.*logs is among.*dashboard.*host.*x .*y/,
  );
});

describe('many incidents', () => {
  const incidents = (count: number, size = 0) =>
    Array.from({ length: count }, (_, n) => ({
      ...incident,
      probe: { id: `shop-${n}`, name: 'Shop' },
      message: 'x'.repeat(size),
    }));

  test('are told at once, in requests of at most 64 alerts and 64 KiB', async () => {
    const { url, received } = await startTestReceiver(accept);
    await tellLasting(incidents(700), { url });
    await tellLasting(incidents(40, 4000), { url });
    const counts = received.map(request => alertsIn(request).length);
    expect(counts.reduce((sum, count) => sum + count)).toBe(740);
    expect(Math.max(...counts)).toBeLessThanOrEqual(64);
    expect(Math.max(...received.map(({ body }) => body.length))).toBeLessThanOrEqual(64 * 1024);
  });

  test('are all sent, none twice, however large each is', async () => {
    const { url, received } = await startTestReceiver(accept);
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 60 }),
        async sizes => {
          const before = received.length;
          const sent = sizes.flatMap((size, n) =>
            incidents(1, size).map(each => ({ ...each, probe: { id: `${n}`, name: 'Shop' } })),
          );
          await tellLasting(sent, { url });
          const probes = received
            .slice(before)
            .flatMap(alertsIn)
            .map(({ labels }) => labels.probe);
          expect(probes.toSorted()).toEqual(sizes.map((_, n) => `${n}`).toSorted());
        },
      ),
      { numRuns: 30 },
    );
  });

  test('that are told when one of them recovers come before its recovery', async () => {
    const { url, received } = await startTestReceiver(response => {
      setTimeout(() => response.writeHead(200).end(), 20);
    });
    const channel = create({ url });
    const signal = AbortSignal.timeout(10_000);
    const telling = channel.following?.tellLasting(incidents(40, 4000), signal);
    await channel.send({ ...recovery, probe: { id: 'shop-39', name: 'Shop' } }, signal);
    await telling;
    const last = received.flatMap(alertsIn).at(-1);
    expect(last?.endsAt).toBe(new Date(recovery.at).toISOString());
  });
});

describe('a cluster', () => {
  test('is told everything, each instance', async () => {
    const [one, other] = [await startTestReceiver(accept), await startTestReceiver(accept)];
    await send(incident, { urls: [one.url, other.url] });
    await expect.poll(() => [one.received.length, other.received.length]).toEqual([1, 1]);
  });

  test.each([
    ['refuses', refuse(500)],
    ['never answers', neverAnswer],
  ])('has been told where one instance took it and another %s', async (_, behave) => {
    const [broken, well] = [await startTestReceiver(behave), await startTestReceiver(accept)];
    await send(incident, { urls: [broken.url, well.url], timeout: 500 });
    expect(well.received).toHaveLength(1);
  });

  test('of which none took it gives the reasons of all and the longest wait that was asked for', async () => {
    const [one, other] = [
      await startTestReceiver(refuse(503, { 'retry-after': '30' })),
      await startTestReceiver(refuse(429, { 'retry-after': '60' })),
    ];
    const failure = send(incident, { urls: [one.url, other.url] });
    await expect(failure).rejects.toMatchObject({
      code: 'PKT_DELIVERY_FAILED',
      message: expect.stringMatching(/status 503; .*status 429|status 429; .*status 503/),
      retryAfter: 60_000,
    });
  });
});

test('a failure tells neither the path nor the credentials of the address', async () => {
  const { url } = await startTestReceiver(refuse(400));
  const failure = send(incident, { url: `${url.replace('//', '//ops:s3cret@')}/s3cret-path` });
  await expect(failure).rejects.toThrow(/^[^/]* answered with status 400$/);
});

test('an instance that hangs holds up nothing past its time', async () => {
  const { url, received } = await startTestReceiver(neverAnswer);
  const channel = create({ url, timeout: 200 });
  const signal = AbortSignal.timeout(10_000);
  const sends = await Promise.allSettled([1, 2, 3].map(() => channel.send(incident, signal)));
  expect(sends.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(received.length).toBeLessThan(3);
});
