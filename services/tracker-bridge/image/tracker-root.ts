import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundle, findNode, findProgram, type RootContents, systemTexts } from '@picket/image';
import { execa } from 'execa';

const bridge = fileURLToPath(new URL('..', import.meta.url));
const tracker = fileURLToPath(new URL('..', import.meta.resolve('@picket/tracker')));
/** Where they are in the image. */
const home = '/usr/lib/tracker';
const bridgeHome = '/usr/lib/tracker-bridge';
const user = 65_532;

/** What the tracker's image holds: Node, git and ssh, the command, both servers and the browser UI. */
export async function trackerRoot(scratch: string): Promise<RootContents> {
  const ui = join(scratch, 'ui');
  const run = { cwd: bridge, preferLocal: true, stdin: 'ignore', timeout: 300_000 } as const;
  await execa(process.execPath, [join(tracker, 'build.ts')], run);
  await execa('route-handlers', ['generate', 'src/app'], run);
  await execa('vite', ['build', 'ui', '--outDir', ui, '--emptyOutDir'], run);
  const bundled = async (entry: string): Promise<string> => {
    const outfile = join(scratch, `${entry.replaceAll('/', '-')}.js`);
    await bundle(join(bridge, entry), outfile);
    return outfile;
  };
  return {
    programs: {
      '/usr/bin/node': findNode(),
      '/usr/bin/ssh': await findProgram('ssh'),
      ...(await gitPrograms()),
    },
    files: {
      // As deep as in the sources: from there the server finds the UI.
      [`${bridgeHome}/src/web/tracker-web.js`]: await bundled('bin/tracker-web.js'),
      [`${bridgeHome}/src/mcp/tracker-mcp.js`]: await bundled('bin/tracker-mcp.js'),
      [`${bridgeHome}/image/prepare-repository.js`]: await bundled('image/prepare/main.ts'),
      ...(await folder(ui, `${bridgeHome}/dist/ui`)),
      ...(await folder(join(tracker, 'bin'), `${home}/bin`)),
      ...(await folder(join(tracker, 'dist'), `${home}/dist`)),
    },
    texts: {
      [`${bridgeHome}/package.json`]: '{ "type": "module" }\n',
      '/etc/gitconfig': gitSettings,
      '/etc/ssh/ssh_config': sshSettings,
      ...(await systemTexts({ name: 'tracker', comment: 'Tracker', home: '/home/tracker' })),
    },
    scripts: {
      [`${bridgeHome}/image/git-askpass.js`]: `#!/usr/bin/node\n${await readFile(await bundled('image/askpass/main.ts'), 'utf8')}`,
      '/usr/bin/tracker': `#!/usr/bin/node\nrequire('${home}/bin/tracker.js');\n`,
      '/usr/bin/tracker-web': `#!/usr/bin/node\nimport('${bridgeHome}/src/web/tracker-web.js');\n`,
      '/usr/bin/tracker-mcp': `#!/usr/bin/node\nimport('${bridgeHome}/src/mcp/tracker-mcp.js');\n`,
    },
  };
}

/** Git is one program, but for what talks HTTP; the image has no shell, so no scripts of its. */
async function gitPrograms(): Promise<Readonly<Record<string, string>>> {
  const program = await findProgram('git');
  const { stdout: place } = await execa(program, ['--exec-path'], { timeout: 30_000 });
  const helpers = ['git-remote-http', 'git-remote-https'].map(name => join(place, name));
  return { '/usr/bin/git': program, ...Object.fromEntries(helpers.map(path => [path, path])) };
}

/** Every file of a folder, by its path in the image. V8's cache is named for the user that it was made by. */
async function folder(from: string, to: string): Promise<Readonly<Record<string, string>>> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true });
  const files = entries
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name));
  const made = `-${process.getuid?.()}/`;
  return Object.fromEntries(
    files.map(path => [join(to, path.slice(from.length).replace(made, `-${user}/`)), path]),
  );
}

const gitSettings = `[init]
\ttemplateDir =
\tdefaultBranch = main
[safe]
\t# The volume's owner is whoever its driver says.
\tdirectory = *
`;

/** Of the Secret that is mounted there; a host that is not known is not talked to. */
const sshSettings = `Host *
  BatchMode yes
  ConnectTimeout 30
  ServerAliveInterval 30
  StrictHostKeyChecking yes
  IdentitiesOnly yes
  IdentityFile /etc/tracker/remote/ssh-privatekey
  UserKnownHostsFile /etc/tracker/remote/known_hosts
`;
