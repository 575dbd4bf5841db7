import { TrackerError } from '../errors.ts';
import { gitFailed, gitOutput, inOneLine, runGit } from './git.ts';
import type { Repository } from './repository.ts';

/** A file of the data branch: its path, and its blob. */
export interface TreeFile {
  readonly path: string;
  readonly oid: string;
}

/** How a path differs between two commits. */
export interface FileChange {
  readonly path: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
}

/** All files of a commit. */
export async function readTree(
  repository: Repository,
  commit: string,
): Promise<readonly TreeFile[]> {
  const args = ['ls-tree', '-r', '-z', '--full-tree', commit];
  const outcome = await runGit(repository, args);
  if (outcome.exitCode !== 0) throw unreadable(commit, outcome.stderr);
  return zeroSeparated(outcome.stdout).flatMap(entry => {
    const [head = '', path = ''] = split(entry, '\t');
    const [, kind, oid = ''] = head.split(' ');
    return kind === 'blob' ? [{ path, oid }] : [];
  });
}

/** The files that differ between two commits. Undefined if one of them cannot be read. */
export async function readChanges(
  repository: Repository,
  from: string,
  to: string,
): Promise<readonly FileChange[] | undefined> {
  const outcome = await runGit(repository, [
    'diff-tree',
    '-r',
    '-z',
    '--raw',
    '--no-renames',
    from,
    to,
  ]);
  if (outcome.exitCode !== 0) return undefined;
  const parts = zeroSeparated(outcome.stdout);
  const changes: FileChange[] = [];
  for (let at = 0; at + 1 < parts.length; at += 2) {
    const [was, is, before = '', after = ''] = (parts[at] ?? '').slice(1).split(' ');
    const change = { before: fileOf(was, before), after: fileOf(is, after) };
    if (change.before !== change.after) changes.push({ path: parts[at + 1] ?? '', ...change });
  }
  return changes;
}

/** The blob, where there is a file: a submodule is a commit of another repository. */
function fileOf(mode: string | undefined, oid: string): string | undefined {
  return mode === '000000' || mode === '160000' ? undefined : oid;
}

/** So many segments stay far below what one call of git may print. */
const blobsAtOnce = 500;

/** The contents of blobs, by id. Those that are missing or damaged are left out: the others stay readable. */
export async function readBlobs(
  repository: Repository,
  oids: Iterable<string>,
): Promise<ReadonlyMap<string, Buffer>> {
  const blobs = new Map<string, Buffer>();
  let wanted = [...new Set(oids)];
  while (wanted.length > 0) {
    const batch = wanted.slice(0, blobsAtOnce);
    const { stdout } = await runGit(repository, ['cat-file', '--batch'], {
      input: batch.map(oid => `${oid}\n`).join(''),
    });
    const answered = takeAnswers(stdout, batch, blobs);
    // Git stops at a damaged object, without an answer for it: go on after it.
    wanted = wanted.slice(answered < batch.length ? answered + 1 : batch.length);
  }
  return blobs;
}

/** How many of the wanted were answered, be it with `missing`. */
function takeAnswers(
  output: Buffer,
  wanted: readonly string[],
  blobs: Map<string, Buffer>,
): number {
  let at = 0;
  for (const [index, oid] of wanted.entries()) {
    const end = output.indexOf(10, at);
    if (end === -1) return index;
    const [, kind, size] = output.toString('latin1', at, end).split(' ');
    at = end + 1;
    if (kind === 'missing') continue;
    const length = Number(size);
    if (at + length >= output.length) return index;
    if (kind === 'blob') blobs.set(oid, output.subarray(at, at + length));
    at += length + 1;
  }
  return wanted.length;
}

/** Whether all of `ancestor` is in `commit`. Throws GIT_FAILED if one of them cannot be read. */
export async function isAncestor(
  repository: Repository,
  ancestor: string,
  commit: string,
): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', ancestor, commit];
  const outcome = await runGit(repository, args);
  if (outcome.exitCode > 1) throw gitFailed(args, outcome);
  return outcome.exitCode === 0;
}

/** The commit a ref points to, undefined if there is no such ref. */
export async function readRef(repository: Repository, ref: string): Promise<string | undefined> {
  const args = ['for-each-ref', '--format=%(objectname) %(refname)', ref];
  const found = (await gitOutput(repository, args)).toString().split('\n');
  // It also gives the refs below a folder of that name, and those that a pattern fits.
  return found.find(line => line.endsWith(` ${ref}`))?.split(' ')[0];
}

function unreadable(commit: string, said: string): TrackerError {
  return new TrackerError(
    'CORRUPT',
    `the commit ${commit} of the data branch cannot be read: ${inOneLine(said)}`,
    {
      remedy:
        'run `tracker doctor`; `git fsck` names the damaged objects, and a remote or another clone may have them',
    },
  );
}

function zeroSeparated(output: Buffer): string[] {
  return output.toString().split('\0').slice(0, -1);
}

function split(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}
