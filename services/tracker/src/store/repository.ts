import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
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

/** One call of git finds the repository and reads the branch: each start of git is time that users wait. */
export async function findRepository(path: string, branch: string): Promise<Repository> {
  const place = resolve(path);
  const ref = `refs/heads/${branch}`;
  const outcome = await runGit({ path: place }, [
    'rev-parse',
    '--path-format=absolute',
    '--git-common-dir',
    ref,
  ]);
  const lines = outcome.stdout.toString().split('\n');
  const gitDir = lines[0] ?? '';
  if (!gitDir.startsWith('/')) throw await noRepository(place, outcome.stderr);
  const head = lines.at(-2) ?? '';
  return { gitDir, ref, head: outcome.exitCode === 0 && objectId.test(head) ? head : undefined };
}

/** The commit that the branch points to now. */
export async function readHead(repository: Repository): Promise<string | undefined> {
  const outcome = await runGit(repository, ['rev-parse', '--verify', '--quiet', repository.ref]);
  return outcome.exitCode === 0 ? outcome.stdout.toString().trim() : undefined;
}

async function noRepository(path: string, said: string): Promise<TrackerError> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return notARepository(`${path} does not exist`);
  if (!found.isDirectory()) return notARepository(`${path} is no directory`);
  if (said.includes('dubious ownership')) {
    return new TrackerError(
      'NOT_A_REPOSITORY',
      `git does not trust ${path}: somebody else owns it`,
      {
        remedy: `git config --global --add safe.directory ${path}`,
      },
    );
  }
  return notARepository(`${path} is in no Git repository`);
}

function notARepository(message: string): TrackerError {
  return new TrackerError('NOT_A_REPOSITORY', message, {
    remedy: 'give the path of one with --repo=PATH, or make one with `git init`',
  });
}
