import { rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { calledServer, expectRefused, json, parsed } from '../../fixtures/called-server.ts';

const server = await calledServer();
afterAll(() => server[Symbol.asyncDispose]());

describe('a run', () => {
  test('answers as the specification says, whatever the exit code', async () => {
    const created = await server.run({
      argv: ['ticket', 'create', '--title=--repo'],
      actor: 'Ann <a@b.c>',
    });
    expect(created.status).toBe(200);
    expect(created.headers['cache-control']).toBe('no-store');
    expect(parsed(created)).toMatchObject({
      ok: true,
      exitCode: 0,
      signal: null,
      json: { ok: true, title: '--repo' },
    });
    const missing = await server.run({ argv: ['ticket', 'read', '--id=999'] });
    expect(missing.status).toBe(200);
    expect(parsed(missing)).toMatchObject({ ok: true, exitCode: 1, json: { ok: false } });
  });

  test('a body of the longest kind in any script', async () => {
    const text = '語'.repeat(65_536);
    const answer = await server.run({
      argv: ['ticket', 'create', '--title=long', `--body=${text}`],
    });
    expect(parsed(answer)).toMatchObject({ exitCode: 0, json: { body: text } });
  });

  test.each([
    [['--repo', '/'], '--repo'],
    [['ticket', 'read', '--repo=/'], '--repo'],
    [['--temp-dir=/tmp', 'doctor'], '--temp-dir'],
    [['ticket', 'read', '--', '--format'], '--format'],
    [['ticket', 'create', '--title', '--format=text'], '--format'],
    [['ticket', 'create', '--title=x', '--body-file=/etc/hostname'], '--body-file'],
    [['export', '--output=/tmp/x'], '--output'],
    [['import', '/etc/hostname'], 'import'],
    [['ticket', 'create', '--title=a\0b'], 'NUL'],
  ])('%j is refused', async (argv, named) => {
    const answer = await server.run({ argv });
    expectRefused(answer, 400, 'BAD_REQUEST');
    expect(answer.text).toContain(named);
  });

  test('no working directory outside of the repository', async () => {
    const link = join(server.repository.path, 'root');
    await symlink('/', link);
    for (const cwd of [
      '..',
      '/',
      '/etc',
      'root',
      'root/etc',
      `${server.repository.path}/..`,
      'a\0b',
    ]) {
      expectRefused(await server.run({ argv: ['doctor'], cwd }), 400, 'BAD_REQUEST');
    }
    await rm(link);
    expect((await server.run({ argv: ['ticket', 'read'], cwd: '.git' })).status).toBe(200);
    expectRefused(await server.run({ argv: ['doctor'], cwd: 'not-there' }), 400, 'BAD_REQUEST');
  });

  test.each<[string, string]>([
    ['no JSON', '{'],
    ['no object', '[]'],
    ['null', 'null'],
    ['nothing', ''],
    ['no argv', '{}'],
    ['an argv of other things', '{"argv":[1]}'],
    ['repo', '{"argv":[],"repo":"/"}'],
    ['tempDir', '{"argv":[],"tempDir":"/"}'],
    ['an unknown sync', '{"argv":[],"sync":"maybe"}'],
    ['a prototype', '{"argv":[],"__proto__":{"cwd":"/"}}'],
    ['a constructor', '{"argv":[],"constructor":{"prototype":{"cwd":"/"}}}'],
    ['deep arrays', `{"argv":${'['.repeat(200_000)}${']'.repeat(200_000)}}`],
    ['deep objects', `{"argv":[],"a":${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}}`],
    ['too many arguments', JSON.stringify({ argv: Array(1_001).fill('x') })],
  ])('%s: 400', async (_name, body) => {
    expectRefused(await server.run(body), 400, 'BAD_REQUEST');
  });

  test('more than a mebibyte: 413, whether it is declared or not', async () => {
    const body = JSON.stringify({ argv: ['x'.repeat(1_048_576)] });
    expectRefused(await server.run(body), 413, 'TOO_LARGE');
    expectRefused(
      await server.run(body, { ...json, 'transfer-encoding': 'chunked' }),
      413,
      'TOO_LARGE',
    );
  });
});
