import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProbeSource } from '../probe/compile.ts';
import type { Environment } from '../template/environment.ts';
import { ConfigError } from './config-error.ts';
import { loadConfig, loadShared } from './load.ts';

const asIs = (source: ProbeSource) => ({ ok: true, value: source }) as const;

function load(text: string, env: Environment = {}) {
  return loadConfig('probes.yaml', { env, compile: asIs, readFile: async () => Buffer.from(text) });
}

async function problemsOf(text: string, env: Environment = {}) {
  const error = await load(text, env).catch((reason: unknown) => reason);
  if (!(error instanceof ConfigError)) throw new Error('no problems', { cause: error });
  return error.problems;
}

const request = 'requests: [{ url: "http://shop.test/" }]';

describe('loadConfig', () => {
  it('returns the probes in the order entered, the notifications, the egress rules', async () => {
    const config = await load(
      `
probes:
  - { id: b, name: B, ${request}, notify: [ops] }
  - { id: a, name: A, ${request}, env: [{ name: KEY, value: v }] }
notifications:
  - { id: ops, type: webhook, url: "http://{{ env.OPS }}/" }
egress: { deny: [10.0.0.0/8], allow: [10.1.0.0/16, "::1"] }
`,
      { OPS: 'ops.test' },
    );
    expect(config.probes.map(({ probe, env }) => [probe.id, env])).toEqual([
      ['b', {}],
      ['a', { KEY: 'v' }],
    ]);
    expect(config.notifications).toEqual([{ id: 'ops', type: 'webhook', url: 'http://ops.test/' }]);
    expect(config.egress).toEqual({ deny: ['10.0.0.0/8'], allow: ['10.1.0.0/16', '::1'] });
    expect(config.notes).toEqual([]);
  });

  it('reads JSON', async () => {
    const json = JSON.stringify(
      { probes: [{ id: 'a', name: 'A', ping: [{ uri: 'a.test' }] }] },
      null,
      '\t',
    );
    expect((await load(json)).probes).toHaveLength(1);
  });

  it('reports all mistakes of a file at once, each with its line and what to do', async () => {
    const file = fileURLToPath(new URL('../../fixtures/twelve-mistakes.yaml', import.meta.url));
    const error = await loadConfig(file, { env: {}, compile: asIs }).catch(
      (reason: unknown) => reason,
    );
    if (!(error instanceof ConfigError)) throw new Error('no problems', { cause: error });
    expect(error.code).toBe('PKT_CONFIG_INVALID');
    expect(
      error.problems.map(({ line, path, message, hint }) => [line, path, message, hint]),
    ).toEqual([
      [5, 'probes[0].interval', 'must be an integer from 1 to 2592000, found "ten"', undefined],
      [7, 'probes[0].requests[0].urll', 'unknown field', 'did you mean "url"?'],
      [
        8,
        'probes[0].requests[0].timeout',
        'must be an integer from 1 to 600000, found 0',
        undefined,
      ],
      [
        9,
        'probes[0].requests[0].ipFamily',
        'must be one of any, ipv4, ipv6, found "ip4"',
        'did you mean "ipv4"?',
      ],
      [10, 'probes[0].requests[1].url', 'must begin with http:// or https://', expect.any(String)],
      [
        11,
        'probes[0].requests[1].headers["X-Retries"]',
        'must be a string, found a number',
        'put it in quotes',
      ],
      [13, 'probes[0].requests[1].alerts[0].assertion', 'is required', expect.any(String)],
      [14, 'probes[0].requests[1].tls.cert', 'needs key', expect.any(String)],
      [
        17,
        'probes[0].env[0].valueFrom',
        expect.stringContaining('environment variable CERT'),
        expect.any(String),
      ],
      [
        19,
        'probes[0].notify[0]',
        'there is no notification "ops-webhok"',
        'did you mean "ops-webhook"?',
      ],
      [20, 'probes[1].id', 'the id "shop" is taken by line 3', expect.any(String)],
      [23, 'probes[1].postgres[0]', 'has no address', 'give a host or a uri'],
      [27, 'notifications[0].url', expect.stringContaining('OPS_URL'), expect.any(String)],
      [
        29,
        'notifications[1].type',
        expect.stringMatching(/^must be one of .*\bwebhook\b.*, found "webhok"$/),
        'did you mean "webhook"?',
      ],
      [32, 'egress.deny[1]', expect.stringContaining('no address or CIDR'), undefined],
      [33, 'egress.denny', 'unknown field', 'did you mean "deny"?'],
    ]);
    expect(error.message).toContain(
      `${file}:7  probes[0].requests[0].urll: unknown field (did you mean "url"?)`,
    );
    expect(error.message.split('\n')).toHaveLength(17);
  });

  it('adds the problems of compiling a sound probe, with paths in the file', async () => {
    const compile = () =>
      ({ ok: false, problems: [{ path: 'requests[0].url', message: 'is odd' }] }) as const;
    const text = `probes:\n  - id: a\n    name: A\n    ${request}\n  - id: b\n    name: [b]\n    ${request}\n`;
    const settings = { env: {}, compile, readFile: async () => Buffer.from(text) };
    await expect(loadConfig('f', settings)).rejects.toMatchObject({
      problems: [
        { file: 'f', line: 4, path: 'probes[0].requests[0].url', message: 'is odd' },
        { file: 'f', line: 6, path: 'probes[1].name' },
      ],
    });
  });

  it.each([
    ['probes: []', '', 'has no probes'],
    ['', '', 'has no probes'],
    ['probes: nothing', 'probes', 'must be a list, found a string'],
    [`- { id: a, name: A, ${request} }`, '', 'must be a mapping, found a list'],
    ['prboes: []', 'prboes', 'unknown field'],
    ['__proto__: { a: 1 }', '__proto__', 'unknown field'],
    [
      `probes: [{ id: a, name: A, ${request}, constructor: {} }]`,
      'probes[0].constructor',
      'unknown field',
    ],
    [
      `probes: [{ id: a, name: A, requests: [{ url: "http://a", body: { __proto__: { b: 1 } } }] }]`,
      'probes[0].requests[0].body.__proto__',
      'unknown field',
    ],
  ])('refuses %j', async (text, path, message) => {
    expect(await problemsOf(text)).toEqual([expect.objectContaining({ path, message })]);
    expect('a' in {} || 'b' in {}).toBe(false);
  });

  it('refuses two channels of one id, and header names that are none', async () => {
    const channel = (headers: string) =>
      `{ id: ops, type: webhook, url: "http://a", headers: ${headers} }`;
    const text = `probes: [{ id: a, name: A, ${request} }]\nnotifications:\n - ${channel('{ a b: c }')}\n - ${channel('{}')}`;
    expect(await problemsOf(text)).toEqual([
      expect.objectContaining({ line: 3, path: 'notifications[0].headers["a b"]' }),
      expect.objectContaining({ line: 4, path: 'notifications[1].id' }),
    ]);
  });

  it('says once that a variable in a notification has a broken expression', async () => {
    const text = `probes: [{ id: a, name: A, ${request} }]\nnotifications: [{ id: a, type: webhook, url: "http://{{ env.A" }]`;
    expect(await problemsOf(text)).toEqual([
      expect.objectContaining({ path: 'notifications[0].url' }),
    ]);
  });
});

describe('a file that cannot be read', () => {
  let directory = '';
  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'picket-load-'));
  });
  afterAll(() => rm(directory, { recursive: true }));

  const loadFile = (name: string) => loadConfig(join(directory, name), { env: {}, compile: asIs });

  it.each([
    ['missing.yaml', 'there is no such file'],
    ['', 'it is a directory'],
  ])('is told apart: %j', async (name, reason) => {
    await expect(loadFile(name)).rejects.toMatchObject({
      code: 'PKT_CONFIG_UNREADABLE',
      message: expect.stringContaining(reason),
    });
  });

  it('is refused past 10 MiB', async () => {
    await writeFile(join(directory, 'large.yaml'), `# ${'x'.repeat(11 * 1024 * 1024)}`);
    await expect(loadFile('large.yaml')).rejects.toMatchObject({
      problems: [{ message: 'is larger than 10 MiB' }],
    });
  });

  it('is refused where it is no UTF-8 text', async () => {
    await writeFile(join(directory, 'binary.yaml'), Buffer.from([0x61, 0xff, 0xfe]));
    await expect(loadFile('binary.yaml')).rejects.toMatchObject({
      problems: [{ message: 'is not UTF-8 text' }],
    });
  });
});

describe('loadShared', () => {
  const loadText = (text: string) =>
    loadShared('picket.yaml', { env: {}, readFile: async () => Buffer.from(text) });

  it('returns notifications and egress rules, and may be without either', async () => {
    const webhook = '{ id: ops, type: webhook, url: "http://ops.test/" }';
    expect(await loadText(`notifications: [${webhook}]\negress: { allow: [10.1.0.0/16] }`)).toEqual(
      expect.objectContaining({
        notifications: [{ id: 'ops', type: 'webhook', url: 'http://ops.test/' }],
        egress: { allow: ['10.1.0.0/16'], deny: [] },
      }),
    );
    expect(await loadText('')).toMatchObject({ notifications: [] });
  });

  it('refuses probes, and tells of every other mistake too', async () => {
    const text = `probes: [{ id: a, name: A, ${request} }]\negress: { allow: [everywhere] }`;
    const error = await loadText(text).catch((reason: unknown) => reason);
    if (!(error instanceof ConfigError)) throw new Error('no problems', { cause: error });
    expect(error.problems).toMatchObject([
      { path: 'probes[0]', line: 1, hint: 'apply it as a resource' },
      { path: 'egress.allow[0]', line: 2 },
    ]);
  });
});
