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

test.each([undefined, null, 1, 'probe', [], { requests: {} }, { requests: [null], alerts: 2 }])(
  'has nothing to say of %j',
  probe => {
    expect(paths(probe)).toEqual([]);
  },
);
