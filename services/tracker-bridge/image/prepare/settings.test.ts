import { expect, test } from 'vitest';
import { readSettings } from './settings.ts';

const env = { TRACKER_WEB_REPO: '/data/repository', TRACKER_CLI_PATH: '/usr/bin/tracker' };
const urlOf = (url: string) => readSettings({ ...env, TRACKER_REMOTE_URL: url }).remote?.url;

test.each([
  'https://git.example.com/team/shop.git',
  'http://10.85.0.1:8080/board.git',
  'ssh://git@git.example.com:22/team/shop.git',
  'git@git.example.com:team/shop.git',
])('%s is a remote', url => {
  expect(urlOf(url)).toBe(url);
});

test.each([
  '/etc',
  '--upload-pack=touch',
  'ext::sh -c id',
  'file:///etc',
  'https://-x/y',
  'https://host/a b',
])('%s is none', url => {
  expect(() => urlOf(url)).toThrow('TRACKER_REMOTE_URL must be');
});

test.each(['https://ann:secret@host/x', 'https://token@host/x', 'ssh://git:secret@host/x'])(
  '%s would show its password',
  url => {
    expect(() => urlOf(url)).toThrow('holds a password');
  },
);

test('all mistakes are told at once', () => {
  expect(() => readSettings({ TRACKER_WEB_REPO: 'data', TRACKER_REMOTE_BRANCH: '-x' })).toThrow(
    /TRACKER_WEB_REPO.*TRACKER_CLI_PATH.*TRACKER_REMOTE_BRANCH/s,
  );
});

test('no remote is none', () => {
  expect(readSettings({ ...env, TRACKER_REMOTE_URL: '' }).remote).toBeUndefined();
});
