import { describe, expect } from 'vitest';
import { testWithPicket } from './fixtures/cluster-test.ts';
import { eventsOf } from './fixtures/events.ts';
import { createNamespace } from './fixtures/namespace.ts';
import { secret } from './fixtures/objects.ts';
import { conditionOf, isInIncident, isWell, messageOf, probe } from './fixtures/probe.ts';
import { remains } from './fixtures/remains.ts';

const test = testWithPicket(({ webhook, probes }) => ({
  watchNamespaces: [probes.name],
  notifications: [{ id: 'ops', type: 'webhook', url: webhook.url }],
}));

const quick = { interval: 1, incidentThreshold: 2, recoveryThreshold: 2 };
const requests = [{ url: 'http://shop/' }];
const asking = (fields: object) => ({ requests: [{ url: 'http://shop/', ...fields }] });
const secretKeyRef = { name: 'token', key: 'value' };
const reading = (ref: object) => [{ name: 'TOKEN', valueFrom: { secretKeyRef: ref } }];

describe.concurrent('refused at admission, the field named', () => {
  test.for<[what: string, spec: Record<string, unknown>, words: RegExp]>([
    ['nothing to check', {}, /at least one/],
    ['an interval of 0', { interval: 0, requests }, /spec\.interval/],
    ['a threshold of 101', { incidentThreshold: 101, requests }, /spec\.incidentThreshold/],
    ['a timeout of 0', asking({ timeout: 0 }), /spec\.requests\[0\]\.timeout/],
    ['a request without url', { requests: [{}] }, /spec\.requests\[0\]\.url/],
    ['33 requests', { requests: Array(33).fill(requests[0]) }, /spec\.requests/],
    ['an alert without assertion', asking({ alerts: [{ name: 'a' }] }), /assertion/],
    ['a severity there is not', { requests, alerts: [{ severity: 'bad' }] }, /severity/],
    ['a field there is not', { requests, intervall: 5 }, /spec\.intervall/],
    ['a database without address', { redis: [{}] }, /spec\.redis\[0\]/],
    [
      'a value from two places',
      { requests, env: [{ name: 'A', value: 'a', valueFrom: { secretKeyRef } }] },
      /spec\.env\[0\]/,
    ],
    [
      'a Secret elsewhere',
      { requests, env: reading({ ...secretKeyRef, namespace: 'kube-system' }) },
      /namespace/,
    ],
  ])('%s', async ([, spec, words], { picket, probes }) => {
    expect(picket.namespace.name).not.toBe(probes.name);
    await expect(probes.apply(probe('refused', spec))).rejects.toThrow(words);
  });
});

describe.concurrent('a spec that only compiling can refuse', () => {
  test('is not ready, with every mistake, and the version before it is not run', async ({
    picket,
    probes,
    target,
  }) => {
    const url = target.urlOf('compiled');
    await probes.apply(probe('compiled', { ...quick, requests: [{ url }] }));
    await probes.probeWhere('compiled', 'is well', isWell);

    const mistaken = {
      url: `${url}?q={{ nonsense }}`,
      headers: { 'X-Page': '{{ responses.[7].body }}' },
    };
    const alerts = [{ assertion: 'response.status = ' }, { assertion: 'respons.time > 3' }];
    await probes.apply(probe('compiled', { ...quick, requests: [{ ...mistaken, alerts }] }));
    const refused = await probes.probeWhere(
      'compiled',
      'is not ready',
      found => conditionOf(found, 'Ready') === 'False InvalidSpec',
    );
    const message = messageOf(refused, 'Ready');
    for (const place of ['url', 'headers', 'alerts[0].assertion', 'alerts[1].assertion'])
      expect(message).toContain(`spec.requests[0].${place}`);
    expect(conditionOf(refused, 'Healthy')).toBe('Unknown NotReady');
    expect(await eventsOf(probes, 'compiled')).toContainEqual(
      expect.objectContaining({ type: 'Warning', reason: 'InvalidSpec' }),
    );

    const { length } = target.requestsOf('compiled');
    await remains('it is not run', () => target.requestsOf('compiled').length === length, 3000);
    expect(await picket.series('probe_success', 'compiled')).toEqual([]);

    await probes.apply(probe('compiled', { ...quick, requests: [{ url }] }));
    await probes.probeWhere('compiled', 'is well again', isWell);
    await target.until('it is run', () => target.requestsOf('compiled').length > length);
  });
});

describe.concurrent('a Secret', () => {
  const waitsFor = (name: string, url: string) =>
    probe(name, {
      ...quick,
      env: reading(secretKeyRef),
      requests: [{ url, headers: { 'X-Token': '{{ env.TOKEN }}' } }],
    });

  test('that is missing is told by a condition; once it is there, and when it changes, it is used within a minute', async ({
    picket,
    probes,
    target,
  }) => {
    await probes.apply(waitsFor('reader', target.urlOf('reader')));
    const missing = await probes.probeWhere(
      'reader',
      'is not ready',
      found => conditionOf(found, 'Ready') === 'False ReferenceNotFound',
    );
    expect(messageOf(missing, 'Ready')).toContain('"token"');
    expect(target.requestsOf('reader')).toEqual([]);

    const sees = (token: string) =>
      target.until(
        `the target is sent ${token}`,
        () => target.requestsOf('reader').at(-1)?.headers['x-token'] === token,
        // A minute, and the run that uses it.
        62_000,
      );
    await probes.apply(secret('token', { value: 'first-token' }));
    await sees('first-token');
    await probes.apply(secret('token', { value: 'second-token' }));
    await sees('second-token');

    const logs = await picket.logs();
    expect(logs).not.toContain('first-token');
    expect(logs).not.toContain('second-token');
  });

  test('of another namespace cannot be read', async ({ cluster, picket, probes, target }) => {
    await using other = await createNamespace(cluster.kubectl, 'other');
    await other.apply(secret('elsewhere', { value: 'theirs' }));
    const spec = { ...quick, env: reading({ name: 'elsewhere', key: 'value' }) };
    const url = target.urlOf('thief');
    await probes.apply(
      probe('thief', { ...spec, requests: [{ url, headers: { 'X-Token': '{{ env.TOKEN }}' } }] }),
    );
    await probes.probeWhere(
      'thief',
      'is not ready',
      found => conditionOf(found, 'Ready') === 'False ReferenceNotFound',
    );
    expect(target.requestsOf('thief')).toEqual([]);

    const pods = await picket.pods();
    const account = `system:serviceaccount:${picket.namespace.name}:${pods[0]?.spec.serviceAccountName}`;
    const may = (verb: string, namespace: string) =>
      cluster
        .kubectl(['auth', 'can-i', verb, 'secrets', `--as=${account}`, `--namespace=${namespace}`])
        .then(
          answer => answer.trim(),
          error => String(error.cause?.stdout).trim(),
        );
    expect({
      getHere: await may('get', probes.name),
      listHere: await may('list', probes.name),
      getThere: await may('get', other.name),
    }).toEqual({ getHere: 'yes', listHere: 'no', getThere: 'no' });
  });
});

describe.concurrent('an address that is denied by default', () => {
  test.for([
    ['metadata', 'http://169.254.169.254/latest/meta-data/'],
    ['own-pod', 'http://127.0.0.1:9464/metrics'],
  ] as const)('%s', async ([name, url], { picket, probes, webhook }) => {
    expect(await picket.pods()).not.toEqual([]);
    await probes.apply(probe(name, { ...quick, requests: [{ url }] }));
    await probes.probeWhere(name, 'is in incident', isInIncident);
    expect(await picket.series('picket_response_status', name)).toMatchObject([{ value: 7 }]);
    await webhook.until('it is told', () => webhook.of(name).length > 0);
    expect(webhook.of(name)[0]?.payload.response.reason).toMatch(/egress/);
  });

  test('also where a redirect leads there', async ({ picket, probes, target, webhook }) => {
    target.answer('redirect', (_, response) =>
      response.writeHead(302, { location: 'http://169.254.169.254/' }).end(),
    );
    await probes.apply(
      probe('redirect', { ...quick, requests: [{ url: target.urlOf('redirect') }] }),
    );
    await probes.probeWhere('redirect', 'is in incident', isInIncident);
    expect(await picket.series('picket_response_status', 'redirect')).toMatchObject([{ value: 7 }]);
    await webhook.until('it is told', () => webhook.of('redirect').length > 0);
    expect(webhook.of('redirect')[0]?.payload.response.reason).toMatch(/egress/);
  });
});
