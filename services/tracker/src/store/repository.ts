// `node:fs/promises` would take 2 ms of every run to load; this does when it is first asked for.
import { promises } from 'node:fs';
import { join, resolve } from 'node:path';
import { TrackerError } from '../errors.ts';
import { runGit } from './git.ts';

/** A Git repository, found from a path in it. Linked working trees of one repository share one. */
export interface Repository {
  /** The Git directory that all its working trees share. */
  readonly gitDir: string;
  /** The full name of the ref that holds the data. */
  readonly ref: string;
  /** The commit it points to; undefined where there is none yet. */
  readonly head: string | undefined;
}

const objectId = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** The repository and its data branch. Throws CORRUPT where the branch is there, but is no commit. */
export async function findRepository(path: string, branch: string): Promise<Repository> {
  const repository = await locateRepository(path, branch);
  if (repository.head === undefined) await refuseDamagedRef(repository);
  return repository;
}

/**
 * The same, whatever the branch is like. One call of git finds the repository and reads the branch: each start of git
 * is time that users wait.
 */
export async function locateRepository(path: string, branch: string): Promise<Repository> {
  const place = resolve(path);
  const ref = `refs/heads/${branch}`;
  const outcome = await runGit({ path: place }, [
    'rev-parse',
    '--path-format=absolute',
    '--git-common-dir',
    ref,
  ]);
  // The last line is the branch, as a commit or, where it is not there, as it was named. A path may have many lines.
  const lines = outcome.stdout.toString().split('\n').slice(0, -1);
  const head = lines.at(-1) ?? '';
  const gitDir = lines.slice(0, -1).join('\n');
  if (!gitDir.startsWith('/')) throw await noRepository(place, outcome.stderr);
  return { gitDir, ref, head: outcome.exitCode === 0 && objectId.test(head) ? head : undefined };
}

/** A ref that is there, yet leads to no commit, as a loss of power may leave it. Beginning anew would hide the loss. */
async function refuseDamagedRef({ gitDir, ref }: Repository): Promise<void> {
  const file = join(gitDir, ref);
  const found = await promises.stat(file).catch(() => undefined);
  if (found?.isFile() !== true) return;
  throw new TrackerError('CORRUPT', `${file} holds no commit: the data branch is damaged`, {
    remedy: `\`tracker doctor --fix\` puts it back; by hand: the last line of its reflog, ${join(gitDir, 'logs', ref)}, has the commit second; once you have removed the file, \`git update-ref ${ref} COMMIT\` puts it back, or \`git fetch\` brings it from a remote`,
  });
}

/** The commit that the branch points to now. */
export async function readHead(repository: Repository): Promise<string | undefined> {
  const outcome = await runGit(repository, ['rev-parse', '--verify', '--quiet', repository.ref]);
  return outcome.exitCode === 0 ? outcome.stdout.toString().trim() : undefined;
}

async function noRepository(path: string, said: string): Promise<TrackerError> {
  const found = await promises.stat(path).catch(() => undefined);
  if (found === undefined) return notARepository(`${path} does not exist`);
  if (!found.isDirectory()) return notARepository(`${path} is no directory`);
  if (said.includes('dubious ownership')) {
    return new TrackerError(
      'NOT_A_REPOSITORY',
      `git does not trust ${path}: somebody else owns it`,
      {
        remedy: `git config --global --add safe.directory ${ownedByOther.exec(said)?.[1] ?? path}`,
      },
    );
  }
  if (said.includes('not a git repository'))
    return notARepository(`${path} is in no Git repository`);
  return notARepository(`git cannot read the repository of ${path}: ${said}`);
}

/** How git names the folder that it does not trust, in its own advice. */
const ownedByOther = /safe\.directory (.+)$/s;

function notARepository(message: string): TrackerError {
  return new TrackerError('NOT_A_REPOSITORY', message, {
    remedy: 'give the path of one with --repo=PATH, or make one with `git init`',
  });
}
