import { expect, test } from 'vitest';
import { historyFileFor } from '../history/place.ts';
import { historyPlaceFor } from './history-place.ts';

const state = '/etc/picket/.probes.state.sqlite';
const file = { kind: 'file', path: '/etc/picket/.probes.history.sqlite' };
const url = 'postgresql://u:p@db/x';
const database = { kind: 'postgres', url };
const other = { kind: 'file', path: 'other.sqlite' };

test.each([
  ['a schedule', {}, {}, file],
  ['a schedule with a database', {}, { url }, database],
  ['a schedule that is told not to', {}, { enabled: false, url }, undefined],
  ['a schedule called with a file', { history: 'other.sqlite' }, { url }, other],
  ['a schedule called with a database', { history: url }, { enabled: false }, database],
  ['a schedule called with --no-history', { history: false }, { enabled: true }, undefined],
  ['passes', { passes: 1 }, {}, undefined],
  ['passes with a database', { passes: 1 }, { url }, database],
  ['passes that are told to', { passes: 1 }, { enabled: true }, file],
  ['passes called with a file', { passes: 2, history: 'other.sqlite' }, {}, other],
  ['--once', { once: true, passes: 1 }, { enabled: true, url }, undefined],
] as const)('%s: %j %j', (_, options, history, place) => {
  expect(historyPlaceFor({ once: false, ...options }, { history }, state)).toEqual(place);
});

test.each([
  ['a/.probes.state.sqlite', 'a/.probes.history.sqlite'],
  ['/var/lib/picket.db', '/var/lib/picket.history.db'],
  ['state', 'state.history.sqlite'],
  [':memory:', undefined],
])('beside the state %s the history is %s', (stateFile, path) => {
  expect(historyFileFor(stateFile)).toBe(path);
});
