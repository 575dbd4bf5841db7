import { describe, expect, test } from 'vitest';
import type { KeyValuesFound, KeyValuesReader } from '../env/key-values.ts';
import { unreachable } from '../kube/kube-error.ts';
import type { ProbeResource } from '../resource/probe-resource.ts';
import { assess } from './assess.ts';

/** A probe of the namespace `shop`. */
function resource(spec: unknown): ProbeResource {
  const metadata = {
    name: 'till',
    namespace: 'shop',
    uid: 'u',
    resourceVersion: '1',
    generation: 1,
  };
  return { apiVersion: 'picket.dev/v1', kind: 'Probe', metadata, spec };
}

function found(values: Readonly<Record<string, string>>): KeyValuesFound {
  return { kind: 'found', values: new Map(Object.entries(values)), binary: new Set() };
}

/** Knows the Secret `login` of that namespace, and no other. */
const keyValues: KeyValuesReader = {
  read: async ({ kind, namespace, name }) =>
    `${kind} ${namespace}/${name}` === 'Secret shop/login'
      ? found({ token: 'hunter2' })
      : { kind: 'missing' },
};

const secret = (name: string, key: string) => ({ valueFrom: { secretKeyRef: { name, key } } });
const token = { name: 'TOKEN', ...secret('login', 'token') };
const channels = new Set(['ops']);

const assessed = (spec: unknown, reader = keyValues) =>
  assess(resource(spec), { channels, keyValues: reader });

async function pathsOf(spec: unknown): Promise<readonly string[]> {
  const assessment = await assessed(spec);
  return assessment.kind === 'sound' ? [] : assessment.problems.map(({ path }) => path);
}

describe('sound', () => {
  test('is a probe under its namespace and name, with the values it refers to', async () => {
    const requests = [{ url: 'http://till/{{ env.TOKEN }}/{{ env.PLACE }}' }];
    const env = [token, { name: 'PLACE', value: 'Bern' }];
    const assessment = await assessed({ requests, env, notify: ['ops'] });
    expect(assessment).toMatchObject({
      kind: 'sound',
      probe: {
        id: 'shop/till',
        name: 'till',
        interval: 10_000,
        env: { TOKEN: 'hunter2', PLACE: 'Bern' },
      },
      source: { env: { TOKEN: 'hunter2', PLACE: 'Bern' } },
    });
  });

  test('changes its digest with its values, and only then', async () => {
    const spec = { requests: [{ url: 'http://till/{{ env.TOKEN }}' }], env: [token] };
    const other: KeyValuesReader = { read: async () => found({ token: 'other' }) };
    const digests = await Promise.all(
      [keyValues, keyValues, other].map(async reader => {
        const assessment = await assessed(spec, reader);
        return assessment.kind === 'sound' ? assessment.probe.digest : assessment;
      }),
    );
    expect(digests[0]).toBe(digests[1]);
    expect(digests[2]).not.toBe(digests[0]);
  });
});

describe('unresolved', () => {
  const url = 'http://till/{{ env.A }}{{ env.B }}{{ env.TOKEN }}';
  const missing = [
    { name: 'A', ...secret('nobody', 'token') },
    { name: 'B', ...secret('login', 'pin') },
    token,
  ];

  test('names each reference that is missing, and none of the expressions that read it', async () => {
    const assessment = await assessed({ requests: [{ url }], env: missing });
    expect(assessment).toMatchObject({
      kind: 'unresolved',
      problems: [
        {
          path: 'spec.env[0].valueFrom.secretKeyRef',
          message: expect.stringContaining('"nobody"'),
        },
        { path: 'spec.env[1].valueFrom.secretKeyRef', message: expect.stringContaining('"pin"') },
      ],
    });
  });

  test('is no matter where the spec is wrong as well: its author has to change it', async () => {
    const requests = [{ url, alerts: [{ assertion: 'respons > 1' }] }];
    expect(await assessed({ requests, env: missing })).toMatchObject({ kind: 'invalid' });
    expect(await pathsOf({ requests, env: missing })).toEqual([
      'spec.requests[0].alerts[0].assertion',
      'spec.env[0].valueFrom.secretKeyRef',
      'spec.env[1].valueFrom.secretKeyRef',
    ]);
  });

  test('rejects where a reference was never read and the API server is away', async () => {
    const away = unreachable('connection refused');
    const reader: KeyValuesReader = { read: () => Promise.reject(away) };
    const spec = { requests: [{ url }], env: missing };
    await expect(assessed(spec, reader)).rejects.toBe(away);
  });
});

describe('invalid', () => {
  test.each([
    ['of no form', 'a probe', ['spec']],
    ['without anything to check', {}, ['spec']],
    [
      'of an unknown channel',
      { requests: [{ url: 'http://till/' }], notify: ['pager'] },
      ['spec.notify[0]'],
    ],
    [
      'of expressions that mean nothing',
      { requests: [{ url: 'http://till/{{ env.TOKEN }}{{ uuuid }}' }] },
      ['spec.requests[0].url', 'spec.requests[0].url'],
    ],
  ])('%s says where it is wrong', async (_, spec, paths) => {
    expect(await assessed(spec)).toMatchObject({ kind: 'invalid' });
    expect(await pathsOf(spec)).toEqual(paths);
  });

  test('says everything that is wrong at once', async () => {
    const requests = [
      { url: 'http://till/{{ uuuid }}', interval: -1 },
      { url: 'ftp://till/', alerts: [{ assertion: 'respons > 1' }] },
    ];
    expect(await pathsOf({ requests, notify: ['pager'], surplus: 1 })).toEqual(
      expect.arrayContaining([
        'spec.requests[0].url',
        'spec.requests[0].interval',
        'spec.requests[1].url',
        'spec.requests[1].alerts[0].assertion',
        'spec.notify[0]',
      ]),
    );
  });

  test('shows no value of a Secret', async () => {
    const requests = [{ url: 'http://till/{{ env.TOKEN }}{{ uuuid }}' }];
    const assessment = await assessed({ requests, env: [token] });
    expect(assessment.kind).toBe('invalid');
    expect(JSON.stringify(assessment)).not.toContain('hunter2');
  });
});
