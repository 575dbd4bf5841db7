import { TrackerError } from '../errors.ts';
import { faultOfRefName } from './branch-name.ts';
import { type GitPlace, runGit } from './git.ts';

/** A remote of the repository. */
export interface Remote {
  readonly name: string;
  /** How it is reached: settings such as `url` and `proxy`, by key, as Git's files have them. */
  readonly settings: readonly (readonly [key: string, value: string])[];
  /** What Git's settings already say about asking for credentials. */
  readonly ownSshCommand: boolean;
  readonly ownAskPass: boolean;
}

/** What a repository's settings say of its remotes. */
export type Remotes = readonly Setting[];

/** The remotes of the repository at a place; none where there is no repository. */
export async function readRemotes(place: GitPlace): Promise<Remotes> {
  const { stdout } = await runGit(place, ['config', '--null', '--get-regexp', wanted]);
  return stdout.toString().split('\0').slice(0, -1).map(readSetting);
}

/** The remote that users name. Only names of remotes that are set up: never an address, a path or an option. */
export function findRemote(all: Remotes, name: string): Remote {
  const known = namesIn(all);
  const fault = faultOfRefName(name);
  if (fault === undefined && known.includes(name)) {
    return {
      name,
      settings: all.flatMap(({ remote, key, value }) => (remote === name ? [[key, value]] : [])),
      ownSshCommand: all.some(({ key }) => key === 'core.sshcommand'),
      ownAskPass: all.some(({ key }) => key === 'core.askpass'),
    };
  }
  const why = fault === undefined ? 'the repository has none of that name' : fault;
  throw new TrackerError(
    'REMOTE_NAME',
    `there is no remote ${JSON.stringify(name.slice(0, 100))}: ${why}`,
    {
      remedy:
        known.length === 0
          ? 'the repository has no remotes; add one: `git remote add origin ADDRESS`'
          : `give the name of one of its remotes: ${known.join(', ')}`,
    },
  );
}

/** Whether there is a remote of this name. */
export function hasRemote(all: Remotes, name: string): boolean {
  return namesIn(all).includes(name);
}

interface Setting {
  /** Undefined for a setting of no remote, whose key is whole. */
  readonly remote: string | undefined;
  readonly key: string;
  readonly value: string;
}

const wanted =
  '^(remote\\..*\\.(url|pushurl|uploadpack|receivepack|proxy|proxyauthmethod|vcs|serveroption)|core\\.(sshcommand|askpass))$';

function readSetting(text: string): Setting {
  const [, whole = '', value = ''] = /^([^\n]*)\n?(.*)$/s.exec(text) ?? [];
  const [, remote, key = whole] = /^remote\.(.*)\.([a-z]+)$/.exec(whole) ?? [];
  return { remote, key, value };
}

function namesIn(settings: Remotes): readonly string[] {
  const addressed = settings.filter(({ key }) => key === 'url' || key === 'pushurl');
  return [...new Set(addressed.flatMap(({ remote }) => remote ?? []))];
}
