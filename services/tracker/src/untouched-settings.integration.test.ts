import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Ran, runCommand, runIn } from '../fixtures/run-command.ts';
import {
  type RepositoryOptions,
  type TemporaryRepository,
  temporaryRepository,
} from '../fixtures/temporary-repository.ts';

/** Whatever the repository's settings could start leaves a file of its name in `ran`. */
interface Trap {
  readonly ran: string;
  /** The command line of a program that leaves a trace, and fails. */
  readonly program: (name: string) => string;
}

async function setTrap(repository: TemporaryRepository): Promise<Trap> {
  const ran = join(repository.folder, 'ran');
  await mkdir(ran);
  const program = join(repository.folder, 'trap');
  await writeFile(program, `#!/bin/sh\n: >"${ran}/$1"\nexit 1\n`);
  await chmod(program, 0o755);
  return { ran, program: name => `${program} ${name}` };
}

type Setting = (repository: TemporaryRepository, trap: Trap) => Promise<void>;

async function installHooks(folder: string, trap: Trap): Promise<void> {
  const names = [
    ...['pre-commit', 'commit-msg', 'prepare-commit-msg', 'post-commit', 'post-checkout'],
    ...['pre-push', 'pre-receive', 'update', 'post-receive', 'post-update', 'post-index-change'],
    ...['reference-transaction', 'pre-auto-gc', 'fsmonitor-watchman', 'post-rewrite', 'pre-rebase'],
  ];
  await mkdir(folder, { recursive: true });
  for (const name of names) {
    await writeFile(join(folder, name), `#!/bin/sh\n${trap.program(name)}\n`);
    await chmod(join(folder, name), 0o755);
  }
}

async function configure(
  repository: TemporaryRepository,
  settings: Readonly<Record<string, string>>,
): Promise<void> {
  // The file is written by hand: git itself would start what the settings name.
  const lines = Object.entries(settings).map(([name, value]) => {
    const at = name.lastIndexOf('.');
    const [section = '', part] = name.slice(0, at).split(/\.(.*)/);
    const title = part === undefined ? section : `${section} "${part}"`;
    return `[${title}]\n\t${name.slice(at + 1)} = ${JSON.stringify(value)}\n`;
  });
  await repository.asUser(() =>
    writeFile(join(repository.gitDir, 'config'), lines.join(''), { flag: 'a' }),
  );
}

const settings: Record<string, Setting> = {
  'every hook': async (repository, trap) => {
    await repository.asUser(() => installHooks(join(repository.gitDir, 'hooks'), trap));
  },
  'every hook in core.hooksPath': async (repository, trap) => {
    const folder = join(repository.folder, 'hooks');
    await installHooks(folder, trap);
    await configure(repository, { 'core.hooksPath': folder });
  },
  'signing that fails': (repository, trap) =>
    configure(repository, {
      'commit.gpgSign': 'true',
      'tag.gpgSign': 'true',
      'push.gpgSign': 'if-asked',
      'gpg.program': trap.program('gpg'),
      'gpg.ssh.program': trap.program('ssh-keygen'),
      'user.signingKey': 'none',
    }),
  'programs of all kinds': (repository, trap) =>
    configure(repository, {
      'core.fsmonitor': trap.program('fsmonitor'),
      'core.pager': trap.program('pager'),
      'core.editor': trap.program('editor'),
      'core.askPass': trap.program('askpass'),
      'core.sshCommand': trap.program('ssh'),
      'core.alternateRefsCommand': trap.program('alternates'),
      'diff.external': trap.program('diff'),
      'interactive.diffFilter': trap.program('filter'),
      'sequence.editor': trap.program('sequence'),
      'credential.helper': `!${trap.program('credential')}`,
    }),
  filters: async (repository, trap) => {
    const { gitDir } = repository;
    await repository.asUser(() =>
      mkdir(join(gitDir, 'info'), { recursive: true }).then(() =>
        writeFile(
          join(gitDir, 'info', 'attributes'),
          '* filter=trap diff=trap merge=trap text eol=crlf\n',
        ),
      ),
    );
    const kinds = [
      'filter.trap.clean',
      'filter.trap.smudge',
      'filter.trap.process',
      'diff.trap.textconv',
      'diff.trap.command',
      'merge.trap.driver',
    ];
    const programs = Object.fromEntries(kinds.map(kind => [kind, trap.program(kind)]));
    await configure(repository, { ...programs, 'filter.trap.required': 'true' });
  },
  'aliases of git’s own commands': (repository, trap) =>
    configure(
      repository,
      Object.fromEntries(
        [
          'rev-parse',
          'fast-import',
          'cat-file',
          'ls-tree',
          'diff-tree',
          'config',
          'update-ref',
        ].map(name => [`alias.${name}`, `!${trap.program(name)}`]),
      ),
    ),
  'line endings of Windows, and odd settings of the core': repository =>
    configure(repository, {
      'core.autocrlf': 'true',
      'core.eol': 'crlf',
      'core.safecrlf': 'true',
      'core.quotePath': 'false',
      'core.abbrev': '4',
      'core.logAllRefUpdates': 'always',
      'core.compression': '0',
      'core.sparseCheckout': 'true',
      'core.untrackedCache': 'true',
      'core.splitIndex': 'true',
      'core.ignoreCase': 'true',
      'core.precomposeUnicode': 'true',
      'color.ui': 'always',
      'log.showSignature': 'true',
      'i18n.commitEncoding': 'ISO-8859-1',
      'i18n.logOutputEncoding': 'UTF-16',
      'diff.noprefix': 'true',
      'diff.renames': 'copies',
      'diff.orderFile': '/dev/null',
      'gc.auto': '1',
      'fastimport.unpackLimit': '1',
      'transfer.fsckObjects': 'true',
      'maintenance.auto': 'true',
      'rev-parse.x': 'y',
    }),
};

const kinds: Record<string, RepositoryOptions> = {
  'a repository': {},
  'a bare repository': { bare: true },
  'an unborn HEAD': { commit: false },
};

const cases = Object.entries(settings).flatMap(([setting, install]) =>
  Object.entries(kinds).map(([kind, options]) => ({ setting, kind, install, options })),
);

test.each(cases)(
  '$setting, in $kind: nothing runs, nothing changes, all is stored',
  async ({ install, options }) => {
    await using repository = await temporaryRepository(options);
    const trap = await setTrap(repository);
    await install(repository, trap);
    await workOn(repository);
    expect(await readdir(trap.ran)).toEqual([]);
  },
);

test('with a stash, a merge begun, changes staged and not, and a detached HEAD', async () => {
  await using repository = await temporaryRepository();
  await repository.write('README', 'for the stash');
  await repository.git('stash');
  await repository.git('switch', '--quiet', '--create', 'other');
  await repository.write('other', 'other');
  await repository.git('add', 'other');
  await repository.git('commit', '--quiet', '--message=other');
  await repository.git('switch', '--quiet', '--detach', 'main');
  await repository.git('merge', '--quiet', '--no-ff', '--no-commit', 'other');
  await repository.write('README', 'staged');
  await repository.git('add', 'README');
  await repository.write('README', 'changed since');
  await repository.write('untracked', 'untracked');
  await workOn(repository);
});

test('from a linked working tree, a folder within it, and under the variables of a hook', async () => {
  await using repository = await temporaryRepository();
  await repository.git('worktree', 'add', '--quiet', '../linked');
  const linked = join(repository.folder, 'linked');
  await workOn({ path: linked, env: repository.env });
  const env = {
    ...repository.env,
    GIT_DIR: join(repository.gitDir, 'worktrees', 'linked'),
    GIT_INDEX_FILE: join(repository.gitDir, 'index'),
    GIT_PREFIX: 'x/',
    GIT_EDITOR: ':',
    GIT_CONFIG_PARAMETERS: "'user.name'='Hook'",
  };
  const ran = await runCommand(['--format=json', '--repo', repository.path, 'epic', 'read'], {
    cwd: linked,
    env,
  });
  expect(ran.json).toMatchObject({ items: [{ title: 'an epic, changed' }] });
});

test('in a submodule the data is the submodule’s', async () => {
  await using repository = await temporaryRepository({ remote: true });
  await repository.git('submodule', '--quiet', 'add', repository.remote ?? '', 'part');
  await workOn({ path: join(repository.path, 'part'), env: repository.env });
  expect(await repository.git('for-each-ref', 'refs/heads/tracker-data')).toBe('');
});

test('the traps catch what git itself would run', async () => {
  await using repository = await temporaryRepository();
  const trap = await setTrap(repository);
  await repository.asUser(() => installHooks(join(repository.gitDir, 'hooks'), trap));
  await configure(repository, { 'core.fsmonitor': trap.program('fsmonitor') });
  await repository.git('status');
  await expect(repository.git('update-ref', 'refs/heads/x', 'HEAD')).rejects.toThrow('hook');
  const ran = await readdir(trap.ran);
  expect(ran).toEqual(expect.arrayContaining(['fsmonitor', 'reference-transaction']));
});

/** A round of everything that reads and writes. */
async function workOn(repository: Pick<TemporaryRepository, 'path' | 'env'>): Promise<void> {
  const run = async (...argv: readonly string[]): Promise<Ran> => {
    const ran = await runIn(repository, ...argv);
    expect(ran, ran.stdout + ran.stderr).toMatchObject({ exitCode: 0 });
    return ran;
  };
  await run('init');
  await run('epic', 'create', '--title=an epic');
  await run('epic', 'update', '--id=1', '--title=an epic, changed');
  const { json } = await run('epic', 'read');
  expect(json).toMatchObject({ items: [{ number: 1, title: 'an epic, changed' }] });
}
