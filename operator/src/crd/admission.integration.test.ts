import { type ApiServer, startApiServer } from '@picket/cluster';
import { ProbeSpec, ruleProblems, validate } from '@picket/monitor';
import { casesOf, specsOf } from '@picket/monitor/fixtures/import/cases';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Admission, createAdmission } from '../../fixtures/admission.ts';
import { arbitrarySpec } from '../../fixtures/arbitrary-spec.ts';
import { installCrd } from '../../fixtures/probes.ts';

const stack = new AsyncDisposableStack();
let server: ApiServer;
let admission: Admission;

beforeAll(async () => {
  server = stack.use(await startApiServer());
  await installCrd(server);
  admission = stack.use(createAdmission(server));
});
afterAll(() => stack.disposeAsync());

const requests = [{ url: 'http://shop/' }];
const request = (fields: object) => ({ requests: [{ url: 'http://shop/', ...fields }] });
const env = (...entries: readonly object[]) => ({ requests, env: entries });
const secretKeyRef = { name: 'shop', key: 'password' };

const notHttp = 'must begin with http:// or https://; other targets have their own kinds';
const noAddress = 'Required value: has no address: give a host or a uri';
const halfPair = 'Invalid value: cert and key go together: give both or neither';
const notOneSource = 'Invalid value: give exactly one of value and valueFrom';
const notOneReference = 'Invalid value: give exactly one of secretKeyRef and configMapKeyRef';

describe('a rule of the CustomResourceDefinition', () => {
  it.each<readonly [string, object]>([
    ['spec: Required value: checks nothing: give at least one of requests, ping, socket', {}],
    [`spec.requests[0].url: Invalid value: ${notHttp}`, request({ url: 'shop' })],
    [
      `spec.requests[0].url: Invalid value: ${notHttp}`,
      request({ url: 'redis://shop', ping: false }),
    ],
    [
      'spec.requests[0].headers: Invalid value: "a b" is not the name of an HTTP header',
      request({ headers: { Accept: '*/*', 'a b': 'c' } }),
    ],
    [`spec.requests[0].tls: ${halfPair}`, request({ tls: { cert: 'c' } })],
    [`spec.requests[0].tls: ${halfPair}`, request({ tls: { key: 'k' } })],
    ...['mariadb', 'mysql', 'mongo', 'postgres', 'redis'].flatMap(kind => [
      [`spec.${kind}[1]: ${noAddress}`, { [kind]: [{ host: 'shop' }, { port: 1 }] }] as const,
      [
        `spec.${kind}[0].tls: ${halfPair}`,
        { [kind]: [{ host: 'shop', tls: { key: 'k' } }] },
      ] as const,
    ]),
    [
      'spec.labels: Invalid value: "1-a" is not the name of a label',
      { requests, labels: { '1-a': 'b' } },
    ],
    [`spec.env[0]: ${notOneSource}`, env({ name: 'A' })],
    [`spec.env[0]: ${notOneSource}`, env({ name: 'A', value: '', valueFrom: { secretKeyRef } })],
    [`spec.env[0].valueFrom: ${notOneReference}`, env({ name: 'A', valueFrom: {} })],
    [
      `spec.env[0].valueFrom: ${notOneReference}`,
      env({ name: 'A', valueFrom: { secretKeyRef, configMapKeyRef: secretKeyRef } }),
    ],
    [
      'spec.env[1]: Duplicate value: {"name":"A"}',
      env({ name: 'A', value: '1' }, { name: 'A', value: '2' }),
    ],
  ])('refuses with "%s" the spec %j', async (message, spec) => {
    const answer = await admission.ask(spec);
    expect(answer).toEqual({
      isAdmitted: false,
      status: 422,
      message: expect.stringContaining(message),
    });
  });

  it.each([
    [{ ping: [{ uri: 'shop' }] }],
    [{ socket: { host: 'shop', port: 1 } }],
    [request({ url: 'HTTPS://shop' })],
    [request({ url: '\u00a0 {{ env.SHOP }}/health' })],
    [request({ url: 'shop', ping: true })],
    [request({ headers: { "X-!#$%&'*+.^_`|~1": 'c' } })],
    [request({ tls: { cert: 'c', key: 'k' } })],
    [request({ tls: {} })],
    [{ mysql: [{ host: 'shop' }], redis: [{ uri: 'redis://shop' }] }],
    [{ requests, labels: { _team1: 'shop' } }],
    [env({ name: 'A', value: '' }, { name: 'B', valueFrom: { secretKeyRef } })],
  ])('admits the spec %j', async spec => {
    expect(await admission.ask(spec)).toMatchObject({ isAdmitted: true, spec });
  });

  it('is not too dear for the largest probes', async () => {
    const long = (length: number) => 'x'.repeat(length);
    const named = (count: number, name: (index: number) => string, value: string) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [name(index), value]));
    const alerts = Array.from({ length: 16 }, (_, index) => ({
      name: `${index}`,
      assertion: 'response.status != 200',
      message: long(900),
    }));
    const tls = { cert: 'c', key: 'k' };
    const headers = named(64, index => `${long(254)}${index}`, 'v');
    const url = `${' '.repeat(4000)}{{ env.URL }}`;
    const spec = {
      requests: Array(32).fill({ url, headers, tls, alerts }),
      ...Object.fromEntries(
        ['mariadb', 'mysql', 'mongo', 'postgres', 'redis'].map(kind => [
          kind,
          Array(32).fill({ host: 'h', tls }),
        ]),
      ),
      env: Array.from({ length: 64 }, (_, index) => ({ name: `E${index}`, value: long(100) })),
      labels: named(8, index => `${long(63)}${index}`, long(256)),
    };
    expect(JSON.stringify(spec).length).toBeGreaterThan(1_000_000);
    expect(await admission.ask(spec)).toMatchObject({ isAdmitted: true });
  });
});

describe('the API server', () => {
  it('admits the very specs that the monitor finds sound, and keeps them as they are', async () => {
    const defaults = {
      interval: 10,
      incidentThreshold: 5,
      recoveryThreshold: 5,
      suspend: false,
      histogram: false,
    };
    let admitted = 0;
    const batch = 10;
    await fc.assert(
      fc.asyncProperty(fc.array(arbitrarySpec, { minLength: 1, maxLength: batch }), async specs => {
        const answers = await Promise.all(
          specs.map(async spec => ({ spec, answer: await admission.ask(spec) })),
        );
        for (const { spec, answer } of answers) {
          expect(answer.isAdmitted, answer.isAdmitted ? 'admitted' : answer.message).toBe(
            isSound(spec),
          );
          if (!answer.isAdmitted) continue;
          admitted += 1;
          expect(answer.spec).toEqual({ ...defaults, ...JSON.parse(JSON.stringify(spec)) });
        }
      }),
      { numRuns: 100 },
    );
    expect(admitted).toBeGreaterThan(100);
  });

  it.each(['postman', 'insomnia', 'har'] as const)(
    'admits what is imported from %s',
    async kind => {
      const specs = (await Promise.all(casesOf(kind).map(name => specsOf(kind, name)))).flat();
      expect(specs.length).toBeGreaterThan(12);
      const answers = await Promise.all(specs.map(spec => admission.ask(spec)));
      expect(answers.filter(({ isAdmitted }) => !isAdmitted)).toEqual([]);
    },
  );

  it('leaves it to the operator to say that a body has the wrong type, for it can’t', async () => {
    const spec = request({ body: 3 });
    expect(await admission.ask(spec)).toMatchObject({ isAdmitted: true, spec });
    expect(isSound(spec)).toBe(false);
  });
});

function isSound(spec: unknown): boolean {
  return validate(ProbeSpec, spec).ok && ruleProblems(spec).length === 0;
}
