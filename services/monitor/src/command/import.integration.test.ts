import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { startEcho } from '../../fixtures/import/echo.ts';
import { runPicket, startPicket } from '../../fixtures/picket-process.ts';
import { createTestFolder } from '../../fixtures/test-folder.ts';

const token = 't0k3n-of-the-shop';

function har(url: string, ...more: readonly object[]) {
  const headers = [{ name: 'Authorization', value: `Bearer ${token}` }];
  const login = { request: { method: 'GET', url, headers }, response: { status: 200 } };
  return { log: { entries: [login, ...more] } };
}

const withFile = {
  request: {
    method: 'POST',
    url: 'http://127.0.0.1:9/avatar',
    postData: {
      mimeType: 'multipart/form-data; boundary=x',
      params: [{ name: 'file', fileName: 'ann\u001b[31m.png' }],
    },
  },
};

describe('picket import', () => {
  test('writes a config that runs once its values are set, and reports', async () => {
    await using folder = await createTestFolder();
    await using echo = await startEcho();
    const file = await folder.write('shop.har', har(`http://127.0.0.1:${echo.port}/a`, withFile));
    const { path: cwd } = folder;

    const imported = await runPicket(['import', 'har', file, '-o', 'probes.yaml'], { cwd });
    expect(imported).toMatchObject({ code: 0, stdout: '' });
    expect(imported.stderr).toMatch(
      /^2 requests: 2 probes \(1 suspended\); 0 carried, 0 changed, 0 left out, 1 incomplete\n/,
    );
    expect(imported.stderr).toMatch(/incomplete {2}log\.entries\[1\]\.request\.postData: /);
    expect(imported.stderr).toContain('AUTHORIZATION');
    const written = await readFile(join(cwd, 'probes.yaml'), 'utf8');
    expect(written).toMatch(/AUTHORIZATION: of GET \S+\/a \(log\.entries\[0\]\)\n/);
    expect(written + imported.stderr).not.toContain(token);

    const lacking = await runPicket(['--once'], { cwd, env: {} });
    expect(lacking).toMatchObject({ code: 1 });
    expect(lacking.stderr).toMatch(/set AUTHORIZATION/);
    const ran = await runPicket(['--once'], { cwd, env: { AUTHORIZATION: token } });
    expect(ran).toMatchObject({ code: 0 });
    expect(echo.requests).toEqual([
      expect.objectContaining({
        target: '/a',
        headers: expect.arrayContaining([['Authorization', `Bearer ${token}`]]),
      }),
    ]);
  });

  test('keeps a file that is there, but for --force; a Secret in any case', async () => {
    await using folder = await createTestFolder();
    const { path: cwd } = folder;
    const file = await folder.write('shop.har', har('http://echo.test/a'));
    const call = ['import', 'har', file, '-o', 'p.yaml', '--kubernetes', '--namespace', 'shop'];
    await folder.write('p.yaml', 'mine');
    const refused = await runPicket(call, { cwd });
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toMatch(/p\.yaml: cannot be written: it is there already; --force/);
    expect(await readFile(join(cwd, 'p.yaml'), 'utf8')).toBe('mine');

    expect(await runPicket([...call, '--force'], { cwd })).toMatchObject({ code: 0 });
    const documents = parseAllDocuments(await readFile(join(cwd, 'p.yaml'), 'utf8'));
    expect(documents.map(document => document.toJS())).toMatchObject([
      { kind: 'Probe', metadata: { name: 'get-echo-test-a', namespace: 'shop' } },
    ]);
    const secret = await readFile(join(cwd, 'p.secret.yaml'), 'utf8');
    expect(parse(secret)).toEqual({
      apiVersion: 'v1',
      kind: 'Secret',
      metadata: { name: 'echo-test-probes', namespace: 'shop' },
      type: 'Opaque',
      stringData: { AUTHORIZATION: '' },
    });
    await folder.write('p.secret.yaml', 'filled in');
    const again = await runPicket([...call, '--force'], { cwd });
    expect(again.stderr).toMatch(/p\.secret\.yaml is there already and is kept/);
    expect(await readFile(join(cwd, 'p.secret.yaml'), 'utf8')).toBe('filled in');
    expect((await folder.names()).sort()).toEqual(['p.secret.yaml', 'p.yaml', 'shop.har']);
  });

  test('reports as JSON, and exits 1 where nothing could be imported', async () => {
    await using folder = await createTestFolder();
    const file = await folder.write('shop.har', { log: { entries: [null] } });
    const { code, stdout, stderr } = await runPicket(['import', 'har', file, '--report', 'json']);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    const [report = ''] = stderr.split('\npicket: ');
    expect(JSON.parse(report)).toMatchObject({
      counts: { requests: 0, probes: 0, findings: { 'left-out': 1 } },
      findings: [{ fate: 'left-out', source: 'log.entries[0]' }],
    });
    expect(stderr).toMatch(/picket: .*shop\.har: no request can be imported\n$/);
  });
});

test('a file of 100 MB is refused in little memory', async () => {
  await using folder = await createTestFolder();
  const file = join(folder.path, 'huge.har');
  await using handle = await open(file, 'w');
  await handle.truncate(100 * 1024 * 1024);
  const env = { NODE_OPTIONS: '--max-old-space-size=64' };
  const { code, stderr } = await runPicket(['import', 'har', file], { env });
  expect(stderr).toMatch(/huge\.har: is larger than 64 MiB/);
  expect(code).toBe(1);
});

describe('--har runs a file as it is', () => {
  test('with the values it has, once, and tells what is not run', async () => {
    await using folder = await createTestFolder();
    await using echo = await startEcho();
    const file = await folder.write('shop.har', har(`http://127.0.0.1:${echo.port}/a`, withFile));
    const { path: cwd } = folder;
    const valid = await runPicket(['run', '--har', file, '--validate'], { cwd });
    expect(valid).toMatchObject({ code: 0 });
    expect(valid.stdout).toMatch(/shop\.har is valid: 2 probes, 2 requests/);
    const ran = await runPicket(['--har', file, '--once', '--output', 'text'], { cwd });
    expect(ran).toMatchObject({ code: 0 });
    expect(ran.stdout + ran.stderr).toMatch(/post-127-0-0-1-9-avatar is incomplete and is not run/);
    expect(ran.stdout + ran.stderr).not.toContain(token);
    expect(echo.requests.map(({ target }) => target)).toEqual(['/a']);
    expect(await folder.names()).toEqual(['shop.har']);
  });

  test('on its schedule, state beside it, picking up a change', async () => {
    await using folder = await createTestFolder();
    await using echo = await startEcho();
    const base = `http://127.0.0.1:${echo.port}`;
    const file = await folder.write('shop.har', har(`${base}/a`));
    const { path: cwd } = folder;
    await using picket = startPicket(['run', '--har', file, '--metrics-port', '0'], { cwd });
    await picket.sees(/watching/);
    await folder.write('shop.har', har(`${base}/b`));
    await picket.sees(/the config changed/);
    await picket.sees(/-b"/);
    picket.kill('SIGTERM');
    expect(await picket.ended).toMatchObject({ code: 0 });
    expect(await folder.names()).toContain('.shop.state.sqlite');
  });
});
