import { fileURLToPath } from 'node:url';
import { execa } from 'execa';
import { expect, it } from 'vitest';
import { startForge } from '../../fixtures/forge/forge-server.ts';
import { runCommand } from '../../fixtures/run-command.ts';
import { temporaryRepository } from '../../fixtures/temporary-repository.ts';

const command = fileURLToPath(new URL('../../bin/tracker.js', import.meta.url));

it.each(['issue', 'comment'] as const)(
  'makes no second %s after the process was killed before it could record the first',
  async what => {
    await using repository = await temporaryRepository();
    await using forge = await startForge('owner/project', () => Date.now());
    const env = { ...repository.env, FORGE_TOKEN: forge.token, FORGE_API_URL: forge.url };
    const options = { cwd: repository.path, env };
    const run = (...argv: string[]) =>
      runCommand(['--format=json', '--actor=me', ...argv], options);
    await run('init');
    await run('ticket', 'create', '--title=one');
    await run('ticket', 'comment', '--id=1', '--body=said once');
    const argv = ['--actor=me', '--forge-repo=owner/project', 'sync', '--create-issues'];
    const child = execa(process.execPath, [command, ...argv], {
      ...options,
      extendEnv: false,
      reject: false,
      timeout: 60_000,
    });
    forge.intercept = ({ method, url }) => {
      const path = what === 'issue' ? /\/issues$/ : /\/comments$/;
      if (method !== 'POST' || !path.test(url.pathname)) return undefined;
      child.kill('SIGKILL');
      return 'lose';
    };
    expect((await child).signal).toBe('SIGKILL');
    expect(forge.repository.issue(1).comments).toHaveLength(what === 'issue' ? 0 : 1);
    forge.intercept = () => undefined;
    const again = await run('--forge-repo=owner/project', 'sync', '--create-issues');
    expect(again).toMatchObject({ exitCode: 0, json: { ok: true } });
    expect(forge.repository.issues).toHaveLength(1);
    expect(forge.repository.issue(1).comments).toHaveLength(1);
    expect((await run('ticket', 'read', '--id=1')).json).toMatchObject({
      forgeIssue: { number: 1 },
      comments: [{ body: 'said once' }],
    });
  },
);
