import fc from 'fast-check';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import { describe, expect, it } from 'vitest';
import { Probe } from './schema.ts';
import { validate } from './validate.ts';

const probe = { id: 'shop', name: 'Shop', requests: [{ url: 'http://shop/' }] };

function problemsOf(value: unknown, path?: string) {
  const result = validate(Probe, value, path);
  return result.ok ? [] : result.problems;
}

function problemsOfRequest(request: object) {
  return problemsOf({ ...probe, requests: [{ url: 'http://shop/', ...request }] });
}

describe('validate', () => {
  it('returns the value itself where it fits', () => {
    const result = validate(Probe, probe);
    expect(result.ok && result.value).toBe(probe);
  });

  it('reports every mistake of a value at once', () => {
    const requests = Array.from({ length: 30 }, () => ({ url: 'http://shop/', timeout: 'soon' }));
    expect(problemsOf({ ...probe, requests })).toHaveLength(30);
  });

  it.each([
    [{ timeout: 'ten' }, 'timeout', 'must be an integer from 1 to 600000, found "ten"', undefined],
    [
      { timeout: '10' },
      'timeout',
      'must be an integer from 1 to 600000, found "10"',
      'write 10 without quotes',
    ],
    [{ timeout: 0.5 }, 'timeout', 'must be an integer from 1 to 600000, found 0.5', undefined],
    [{ timeout: null }, 'timeout', 'must be an integer from 1 to 600000, found nothing', undefined],
    [
      { recoveryThreshold: 101 },
      'recoveryThreshold',
      'must be an integer from 1 to 100, found 101',
      undefined,
    ],
    [
      { ipFamily: 'ip4' },
      'ipFamily',
      'must be one of any, ipv4, ipv6, found "ip4"',
      'did you mean "ipv4"?',
    ],
    [{ ping: 'yes' }, 'ping', 'must be true or false, found "yes"', 'write true without quotes'],
    [{ ping: 'constructor' }, 'ping', 'must be true or false, found "constructor"', undefined],
    [{ url: '' }, 'url', 'must not be empty', undefined],
    [{ alerts: {} }, 'alerts', 'must be a list, found a mapping', 'start each entry with "- "'],
    [{ body: 3 }, 'body', 'must be a string, a mapping, or a list, found a number', undefined],
    [
      { body: Array(10_001).fill(0) },
      'body',
      'must have at most 10000 entries, found 10001',
      undefined,
    ],
    [{ tls: 'no' }, 'tls', 'must be a mapping, found a string', undefined],
  ])('says of %j what is expected and what was found', (request, field, message, hint) => {
    expect(problemsOfRequest(request)).toEqual([
      { path: `requests[0].${field}`, message, ...(hint !== undefined && { hint }) },
    ]);
  });

  it('suggests the nearest name of an unknown field and does not also miss that field', () => {
    expect(problemsOf({ ...probe, requests: [{ urll: 'http://shop/' }] })).toEqual([
      { path: 'requests[0].urll', message: 'unknown field', hint: 'did you mean "url"?' },
    ]);
  });

  it('misses a field of an open mapping even where a similar one is there', () => {
    expect(validate(Type.Object({ name: Type.String() }), { nmae: 'a' })).toEqual({
      ok: false,
      problems: [{ path: 'name', message: 'is required' }],
    });
  });

  it('lists the allowed names where none is near', () => {
    const [problem] = problemsOfRequest({ tls: { certificateAuthority: 'x' } });
    expect(problem).toEqual({
      path: 'requests[0].tls.certificateAuthority',
      message: 'unknown field',
      hint: 'allowed: ca, cert, key, serverName',
    });
  });

  it('describes a required field that is missing', () => {
    expect(problemsOfRequest({ alerts: [{ message: 'Down' }] })).toEqual([
      {
        path: 'requests[0].alerts[0].assertion',
        message: 'is required',
        hint: expect.stringContaining('response.status != 200'),
      },
    ]);
  });

  it('puts paths below the one it is given, quoting names that are no identifiers', () => {
    expect(
      problemsOf({ ...probe, requests: [{ url: 'x', headers: { 'a/b~c': 1 } }] }, 'probes[7]'),
    ).toEqual([
      {
        path: 'probes[7].requests[0].headers["a/b~c"]',
        message: 'must be a string, found a number',
        hint: 'put it in quotes',
      },
    ]);
  });

  it('never repeats the value of a field that may hold a secret', () => {
    const problems = problemsOf({
      ...probe,
      postgres: [{ host: 'db', password: 987654321 }],
      env: [{ name: 'TOKEN', value: ['hunter2'] }],
    });
    expect(problems).toHaveLength(2);
    expect(JSON.stringify(problems)).not.toMatch(/987654321|hunter2/);
  });

  it.each(['__proto__', 'constructor', 'prototype'])('refuses a field named %s', name => {
    const value: unknown = JSON.parse(
      JSON.stringify(probe).replace('"id"', `"${name}":{"polluted":true},"id"`),
    );
    expect(problemsOf(value)).toEqual([
      expect.objectContaining({ path: name, message: 'unknown field' }),
    ]);
    expect('polluted' in {}).toBe(false);
  });

  it('refuses __proto__ in maps with free names and deep in a body', () => {
    const value: unknown = JSON.parse(
      '{"id":"a","name":"a","requests":[{"url":"x","headers":{"__proto__":"x"},"body":{"a":[{"__proto__":1}]}}]}',
    );
    expect(
      problemsOf(value)
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['requests[0].body.a[0].__proto__', 'requests[0].headers.__proto__']);
  });

  it('survives a body nested deeper than the stack', () => {
    const body: unknown = JSON.parse('['.repeat(5_000) + ']'.repeat(5_000));
    expect(problemsOfRequest({ body: [body] })).toEqual([]);
  });

  it('reports the mistakes of the tagged branch the author meant, else the tags there are', () => {
    const Channel = Type.Union([
      Type.Object(
        { type: Type.Literal('webhook'), url: Type.String() },
        { additionalProperties: false },
      ),
      Type.Object(
        { type: Type.Literal('smtp'), host: Type.String() },
        { additionalProperties: false },
      ),
    ]);
    expect(validate(Type.Array(Channel), [{ type: 'smtp', host: 1 }])).toEqual({
      ok: false,
      problems: [
        { path: '[0].host', message: 'must be a string, found a number', hint: 'put it in quotes' },
      ],
    });
    expect(validate(Channel, { type: 'smpt' })).toEqual({
      ok: false,
      problems: [
        {
          path: 'type',
          message: 'must be one of webhook, smtp, found "smpt"',
          hint: 'did you mean "smtp"?',
        },
      ],
    });
    expect(validate(Type.Union([Type.Literal('a'), Type.Literal('b')]), 'c')).toEqual({
      ok: false,
      problems: [expect.objectContaining({ path: '', message: 'must be one of a, b, found "c"' })],
    });
  });

  it('reports a problem exactly where TypeBox refuses the value, and no place twice', () => {
    const messy = fc.oneof(
      fc.jsonValue(),
      fc.record(
        {
          id: fc.jsonValue(),
          name: fc.string(),
          requests: fc.array(
            fc.dictionary(fc.constantFrom('url', 'body', 'timeout', 'uri'), fc.jsonValue()),
          ),
        },
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(messy, value => {
        const paths = problemsOf(value).map(({ path }) => path);
        const hasPrototypeKey = JSON.stringify(value).includes('"__proto__":');
        expect(paths.length === 0).toBe(Value.Check(Probe, value) && !hasPrototypeKey);
        expect(new Set(paths).size).toBe(paths.length);
      }),
    );
  });
});
