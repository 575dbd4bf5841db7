import { TrackerError } from '../errors.ts';
import { faultOfRefName } from './branch-name.ts';
import { runGit } from './git.ts';
import type { Repository } from './repository.ts';

/** A remote of the repository, and what Git's settings already say about asking for credentials. */
export interface Remote {
  readonly name: string;
  readonly ownSshCommand: boolean;
  readonly ownAskPass: boolean;
}

/** The remote that users name. Only names of remotes that are set up: never an address, a path or an option. */
export async function findRemote(repository: Repository, name: string): Promise<Remote> {
  const settings = await readSettings(repository);
  const known = namesIn(settings);
  const fault = faultOfRemoteName(name);
  if (fault === undefined && known.includes(name)) {
    return {
      name,
      ownSshCommand: settings.includes('core.sshcommand'),
      ownAskPass: settings.includes('core.askpass'),
    };
  }
  const why = fault === undefined ? 'the repository has none of that name' : fault;
  throw new TrackerError(
    'REMOTE_NAME',
    `there is no remote ${JSON.stringify(name.slice(0, 100))}: ${why}`,
    { remedy: remedyFor(known) },
  );
}

/** Whether the repository has a remote of this name. */
export async function hasRemote(repository: Repository, name: string): Promise<boolean> {
  return namesIn(await readSettings(repository)).includes(name);
}

function remedyFor(known: readonly string[]): string {
  return known.length === 0
    ? 'the repository has no remotes; add one: `git remote add origin ADDRESS`'
    : `give the name of one of its remotes: ${known.join(', ')}`;
}

/** The names of settings, in the order of Git's files. */
async function readSettings(repository: Repository): Promise<readonly string[]> {
  const { stdout } = await runGit(repository, [
    'config',
    '--null',
    '--name-only',
    '--get-regexp',
    '^(remote\\..*\\.(url|pushurl)|core\\.(sshcommand|askpass))$',
  ]);
  return stdout.toString().split('\0');
}

function namesIn(settings: readonly string[]): readonly string[] {
  const names = settings.flatMap(
    setting => /^remote\.(.*)\.(?:url|pushurl)$/s.exec(setting)?.[1] ?? [],
  );
  return [...new Set(names)];
}

/** Names go into refs, and into settings given on git's command line, where `=` ends a name. */
function faultOfRemoteName(name: string): string | undefined {
  return name.includes('=') ? 'it holds =' : faultOfRefName(name);
}
