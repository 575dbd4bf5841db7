import { expect, test } from 'vitest';
import { readMcpSettings } from './mcp-settings.ts';

const read = (env: NodeJS.ProcessEnv, argv: readonly string[] = []) =>
  readMcpSettings(argv, env, '/boards/one');

test('serves standard input unless told, on the repository where it is started', () => {
  expect(read({})).toEqual({
    transport: 'stdio',
    repo: '/boards/one',
    policy: { readOnly: false, allowed: undefined },
  });
});

test.each([
  [{}, ['--http']],
  [{ TRACKER_MCP_PORT: '3848' }, []],
] as const)('serves HTTP with %j and %j', (env, argv) => {
  expect(read(env, argv)).toMatchObject({ transport: 'http', host: '127.0.0.1', port: 3848 });
});

test('reads every variable', () => {
  const env = {
    TRACKER_MCP_REPO: '../two',
    TRACKER_MCP_HOST: '0.0.0.0',
    TRACKER_MCP_PORT: '80',
    TRACKER_MCP_TOKEN: 'secret',
    TRACKER_MCP_ALLOWED_HOSTS: 'Tracker.example, tracker.svc',
    TRACKER_MCP_ROOTS: 'clones,/srv',
    TRACKER_MCP_READ_ONLY: 'true',
    TRACKER_MCP_ALLOW: 'ticket read, ticket  comment',
  };
  expect(read(env)).toEqual({
    transport: 'http',
    repo: '/boards/two',
    host: '0.0.0.0',
    port: 80,
    token: 'secret',
    allowedHosts: ['tracker.example', 'tracker.svc', '0.0.0.0'],
    roots: ['/boards/one/clones', '/srv'],
    policy: { readOnly: true, allowed: ['ticket read', 'ticket comment'] },
  });
});

test.each([
  [{ TRACKER_MCP_TOKEN: '', TRACKER_MCP_PORT: '1' }, 'TRACKER_MCP_TOKEN is empty'],
  [{ TRACKER_MCP_TOKEN: ' ', TRACKER_MCP_PORT: '1' }, 'TRACKER_MCP_TOKEN is empty'],
  [{ TRACKER_MCP_HOST: '0.0.0.0', TRACKER_MCP_PORT: '1' }, 'set TRACKER_MCP_TOKEN'],
  [{ TRACKER_MCP_HOST: '127.evil.example', TRACKER_MCP_PORT: '1' }, 'set TRACKER_MCP_TOKEN'],
  [{ TRACKER_MCP_PORT: '65536' }, 'TRACKER_MCP_PORT must be a port'],
  [{ TRACKER_MCP_PORT: 'http' }, 'TRACKER_MCP_PORT must be a port'],
  [{ TRACKER_MCP_ALLOWED_HOSTS: 'a/b', TRACKER_MCP_PORT: '1' }, '"a/b" is none'],
  [{ TRACKER_MCP_READ_ONLY: 'yes' }, 'TRACKER_MCP_READ_ONLY must be true or false, not "yes"'],
  [{ TRACKER_MCP_ALLOW: '' }, 'TRACKER_MCP_ALLOW is empty'],
  [{ TRACKER_MCP_ALLOW: 'ticket read,tickets' }, 'TRACKER_MCP_ALLOW has "tickets"'],
])('refuses %j', (env, message) => {
  expect(() => read(env)).toThrow(message);
});

test('refuses arguments that it does not know', () => {
  expect(() => read({}, ['--port=1'])).toThrow('usage: tracker-mcp [--http]');
  expect(() => read({}, ['http'])).toThrow('usage: tracker-mcp [--http]');
});

test('tells all mistakes at once', () => {
  const env = { TRACKER_MCP_PORT: '-1', TRACKER_MCP_TOKEN: '', TRACKER_MCP_READ_ONLY: '1' };
  expect(() => read(env)).toThrow(
    /TRACKER_MCP_READ_ONLY .*\nTRACKER_MCP_PORT .*\nTRACKER_MCP_TOKEN /,
  );
});
