import { describe, expect, it } from 'vitest';
import { ruleProblems } from './rules.ts';

const probe = { id: 'shop', name: 'Shop' };
const requests = [{ url: 'http://shop/' }];

describe('ruleProblems', () => {
  it.each([
    [{ requests }],
    [{ ping: [{ uri: 'shop' }] }],
    [{ socket: { host: 'shop', port: 1 } }],
    [{ redis: [{ uri: 'redis://shop' }], mysql: [{ host: 'shop' }] }],
    [{ requests: [{ url: 'shop', ping: true }] }],
    [{ requests: [{ url: '{{ env.SHOP }}/health', method: 'GET', body: {} }] }],
    [{ requests: [{ url: 'HTTPS://shop', tls: { cert: 'c', key: 'k' } }] }],
    [{ requests, env: [{ name: 'A', value: '' }], labels: { team_1: 'shop' } }],
  ])('accepts %j', fields => {
    expect(ruleProblems({ ...probe, ...fields })).toEqual([]);
  });

  it.each([
    [{}, '', 'checks nothing'],
    [{ requests: [{ url: 'shop' }] }, 'requests[0].url', 'must begin with http:// or https://'],
    [
      { requests: [{ url: 'http://shop', headers: { 'a b': 'c' } }] },
      'requests[0].headers["a b"]',
      'is not the name of an HTTP header',
    ],
    [
      { requests: [{ url: 'http://shop', tls: { cert: 'c' } }] },
      'requests[0].tls.cert',
      'needs key',
    ],
    [{ redis: [{ host: 'shop', tls: { key: 'c' } }] }, 'redis[0].tls.key', 'needs cert'],
    [{ postgres: [{ port: 1 }] }, 'postgres[0]', 'has no address'],
    [
      { requests, labels: { '1-a': 'b' } },
      'labels["1-a"]',
      expect.stringContaining('is not the name of a label'),
    ],
    [
      {
        requests,
        env: [
          { name: 'A', value: '1' },
          { name: 'A', value: '2' },
        ],
      },
      'env[1].name',
      'the name "A" is given twice',
    ],
    [{ requests, env: [{ name: 'A' }] }, 'env[0]', 'has no value'],
    [
      { requests, env: [{ name: 'A', value: '', valueFrom: {} }] },
      'env[0]',
      'has both value and valueFrom',
    ],
    [{ requests, env: [{ name: 'A', valueFrom: {} }] }, 'env[0].valueFrom', 'refers to nothing'],
    [
      { requests, env: [{ name: 'A', valueFrom: { secretKeyRef: {}, configMapKeyRef: {} } }] },
      'env[0].valueFrom',
      'refers to a Secret and a ConfigMap',
    ],
  ])('refuses %j', (fields, path, message) => {
    expect(ruleProblems({ ...probe, ...fields })).toEqual([
      expect.objectContaining({ path, message }),
    ]);
  });

  it('puts paths below the one it is given', () => {
    expect(ruleProblems({ postgres: [{}] }, 'probes[2]')).toEqual([
      expect.objectContaining({ path: 'probes[2].postgres[0]' }),
    ]);
  });

  it('judges the sound parts of a probe whose other parts have the wrong form', () => {
    const problems = ruleProblems({
      requests: 3,
      mysql: [null, {}],
      env: 'none',
      labels: [],
      tls: 1,
    });
    expect(problems).toEqual([
      expect.objectContaining({ path: 'mysql[1]', message: 'has no address' }),
    ]);
  });

  it('says nothing of a field that is missing because its name is misspelt', () => {
    expect(ruleProblems({ request: [] })).toEqual([]);
    expect(ruleProblems({ redis: [{ hots: 'shop' }] })).toEqual([]);
    const env = [
      { name: 'A', vlaue: 'x' },
      { name: 'B', valueFrom: { secretKeyref: {} } },
    ];
    expect(ruleProblems({ ...probe, requests, env })).toEqual([]);
  });
});
