import { describe, expect, test } from 'vitest';
import { KubeError } from '../kube/kube-error.ts';
import type { KeyValuesFound, KeyValuesReader, KeyValuesRef } from './key-values.ts';
import { type EnvEntry, resolveEnv } from './resolve-env.ts';

const token: KeyValuesFound = {
  kind: 'found',
  values: new Map([['key', 'hunter2']]),
  binary: new Set(['bytes']),
};

function readerOf(answer: (ref: KeyValuesRef) => KeyValuesFound): KeyValuesReader {
  return { read: async ref => answer(ref) };
}

function secretEntry(name: string, key: string): EnvEntry {
  return { name: 'TOKEN', valueFrom: { secretKeyRef: { name, key } } };
}

test('values come as they are, from Secrets and from ConfigMaps of the namespace', async () => {
  const reader = readerOf(({ kind, namespace, name }) => ({
    kind: 'found',
    values: new Map([['key', `${kind} ${namespace}/${name}`]]),
    binary: new Set(),
  }));
  const entries: EnvEntry[] = [
    { name: 'PLAIN', value: 'plain' },
    { name: 'SECRET', valueFrom: { secretKeyRef: { name: 'a', key: 'key' } } },
    { name: 'MAP', valueFrom: { configMapKeyRef: { name: 'b', key: 'key' } } },
  ];
  expect(await resolveEnv(entries, 'shop', reader)).toEqual({
    values: { PLAIN: 'plain', SECRET: 'Secret shop/a', MAP: 'ConfigMap shop/b' },
    problems: [],
  });
});

test('a name that objects inherit is a name like any other', async () => {
  const { values } = await resolveEnv(
    [{ name: '__proto__', value: 'x' }],
    'shop',
    readerOf(() => token),
  );
  expect(Object.entries(values)).toEqual([['__proto__', 'x']]);
});

describe('a problem says where, what, and what to do', () => {
  const found = ({ name }: KeyValuesRef): KeyValuesFound => {
    if (name === 'token') return token;
    return { kind: name === 'secured' ? 'forbidden' : 'missing' };
  };

  test.each<[string, string, RegExp, RegExp]>([
    ['gone', 'key', /^there is no Secret "gone" in the namespace "shop"$/, /^create it/],
    [
      'secured',
      'key',
      /^the operator is not allowed to read the Secret "secured"/,
      /get on secrets.*chart/,
    ],
    ['token', 'other', /^the Secret "token" has no key "other"$/, /^add the key/],
    ['token', 'bytes', /^the value of "bytes" in the Secret "token" is not UTF-8 text$/, /text/],
    ['token', 'toString', /has no key "toString"$/, /^add the key/],
  ])('%s, %s', async (name, key, message, hint) => {
    const entries = [
      { name: 'A', value: 'a' },
      secretEntry('token', 'key'),
      secretEntry(name, key),
    ];
    const { problems } = await resolveEnv(entries, 'shop', readerOf(found));
    expect(problems).toEqual([
      {
        path: 'spec.env[2].valueFrom.secretKeyRef',
        message: expect.stringMatching(message),
        hint: expect.stringMatching(hint),
      },
    ]);
  });

  test('for each entry, with the values of the others', async () => {
    const entries: EnvEntry[] = [
      secretEntry('gone', 'key'),
      secretEntry('token', 'key'),
      { name: 'URL', valueFrom: { configMapKeyRef: { name: 'gone', key: 'key' } } },
    ];
    const { values, problems } = await resolveEnv(entries, 'shop', readerOf(found));
    expect(values).toEqual({ TOKEN: 'hunter2' });
    expect(problems.map(({ path, message }) => [path, message])).toEqual([
      ['spec.env[0].valueFrom.secretKeyRef', expect.stringContaining('Secret "gone"')],
      ['spec.env[2].valueFrom.configMapKeyRef', expect.stringContaining('ConfigMap "gone"')],
    ]);
    expect(JSON.stringify(problems)).not.toContain('hunter2');
  });
});

test('what was never read rejects', async () => {
  const error = new KubeError('refused', { status: 0, reason: 'Unreachable' });
  const reader: KeyValuesReader = { read: () => Promise.reject(error) };
  await expect(resolveEnv([secretEntry('token', 'key')], 'shop', reader)).rejects.toBe(error);
});
