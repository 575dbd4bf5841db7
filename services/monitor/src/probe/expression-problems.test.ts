import { expect, test } from 'vitest';
import { expressionProblems } from './expression-problems.ts';

const paths = (probe: unknown) => expressionProblems(probe, 'probes[0]').map(({ path }) => path);

test('finds the mistakes in texts of every kind of entry, whatever else is wrong with them', () => {
  expect(
    paths({
      interval: 'often',
      requests: [
        { method: 7, url: 'http://x/{{ unknown }}', alerts: [{ assertion: 'respons.status' }] },
        { url: 1, headers: { a: '{{ env.NOPE }}' }, alerts: [{ message: '{{ response.' }] },
      ],
      ping: [{ uri: '{{ uuid 1 }}' }],
      socket: { host: '{{ responses.[9].body }}' },
      redis: [{ uri: '{{' }],
      alerts: [{ assertion: '1 +' }, 'not an alert'],
    }),
  ).toEqual([
    'probes[0].requests[0].url',
    'probes[0].requests[0].alerts[0].assertion',
    'probes[0].requests[1].headers.a',
    'probes[0].requests[1].alerts[0].message',
    'probes[0].ping[0].uri',
    'probes[0].socket.host',
    'probes[0].redis[0].uri',
    'probes[0].alerts[0].assertion',
  ]);
});

test('lets a later entry refer to an earlier one and to the probe’s env', () => {
  expect(
    paths({
      env: [{ name: 'TOKEN' }, 3],
      requests: [
        { url: 'http://x/{{ env.TOKEN }}' },
        { url: 'http://x/{{ responses.[0].body.id }}' },
      ],
      ping: [{ uri: '{{ responses.[1].body.host }}' }],
    }),
  ).toEqual([]);
});

test('says why a target cannot be asked, but for members that were reported', () => {
  const ca = { ca: 'no certificate' };
  const probe = {
    requests: [
      { url: 'https://x/', timeout: 0, tls: ca },
      { url: 'https://x/', tls: { ...ca, cert: 'alone' } },
      { url: 'http://x/', headers: { a: '1', A: '2' }, alerts: [{ assertion: '1 +' }] },
    ],
    socket: { host: '', port: 1 },
    redis: [{ uri: 'redis://x:99999' }],
  };
  const reported = ['requests[0].timeout', 'requests[1].tls', 'socket.host'].map(path => ({
    path: `probes[0].${path}`,
    message: 'reported',
  }));
  expect(expressionProblems(probe, 'probes[0]', reported).map(({ path }) => path)).toEqual([
    'probes[0].requests[0]',
    'probes[0].requests[2]',
    'probes[0].requests[2].alerts[0].assertion',
    'probes[0].redis[0]',
  ]);
});

test.each([undefined, null, 1, 'probe', [], { requests: {} }, { requests: [null], alerts: 2 }])(
  'has nothing to say of %j',
  probe => {
    expect(paths(probe)).toEqual([]);
  },
);
