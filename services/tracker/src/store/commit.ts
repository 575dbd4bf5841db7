import { promises } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { TrackerError } from '../errors.ts';
import { Answers } from './answers.ts';
import { gitFailed, inOneLine, outcomeOf, startGit } from './git.ts';
import { readBlobs, readTree } from './read-objects.ts';
import type { Repository } from './repository.ts';

/** A file as the new commit is to have it. */
export type NewFile =
  | { readonly path: string; readonly content: Buffer }
  | { readonly path: string; readonly oid: string }
  | { readonly path: string; readonly append: Buffer };

export interface NewCommit {
  /** None for the first; two for a merge. The ref must still be at the first of them. */
  readonly parents: readonly string[];
  readonly files: readonly NewFile[];
  readonly message: string;
  /** Whose name the commit bears. */
  readonly actor: string;
  /** Milliseconds since 1970. */
  readonly time: number;
}

/**
 * `refused`: the ref is not where it was, or cannot be locked; `said` is git's reason. Read again, and try again.
 */
export type CommitOutcome =
  | { readonly kind: 'committed'; readonly oid: string }
  | { readonly kind: 'refused'; readonly said: string };

const timeout = 120_000;

/**
 * Adds a commit to the data branch, by one `git fast-import`: it writes blobs, trees and commit, and moves the ref
 * only if the new commit contains what the ref then points to, which is the compare-and-set.
 */
export async function addCommit(repository: Repository, commit: NewCommit): Promise<CommitOutcome> {
  const args = ['fast-import', '--quiet', '--done', '--date-format=raw'];
  const child = startGit(repository, args);
  const answers = new Answers(child.stdout);
  const ended = outcomeOf(child, args, timeout);
  child.stdin.on('error', () => {
    // It gave up on what it read; its exit code and its words tell why.
  });
  const writing = writeCommit(child.stdin, answers, repository.ref, commit).catch(
    (error: unknown) => {
      // Its input ends early: it gives up, having moved nothing.
      child.stdin.end();
      return { error };
    },
  );
  const [written, outcome] = await Promise.all([
    Promise.race([writing, ended.then(() => undefined)]),
    ended,
  ]);
  if (outcome.exitCode === 0 && typeof written === 'string') {
    return { kind: 'committed', oid: written };
  }
  if (outcome.exitCode === 1) return { kind: 'refused', said: inOneLine(outcome.stderr) };
  // It leaves a report of its death in the user's repository.
  await promises.rm(join(repository.gitDir, `fast_import_crash_${child.pid}`), { force: true });
  if (typeof written === 'object') throw written.error;
  await refuseDamagedParent(repository, commit);
  throw gitFailed(args, outcome);
}

async function writeCommit(
  input: Writable,
  answers: Answers,
  ref: string,
  commit: NewCommit,
): Promise<string> {
  const contents: Buffer[] = [];
  for (const file of commit.files) {
    contents.push(await modification(input, answers, commit.parents[0], file));
  }
  const stamp = `${signatureOf(commit.actor)} ${Math.max(0, Math.floor(commit.time / 1000))} +0000`;
  const [first, ...others] = commit.parents;
  input.write(`commit ${ref}\nmark :1\nauthor ${stamp}\ncommitter ${stamp}\n`);
  input.write(data(Buffer.from(commit.message)));
  if (first !== undefined) input.write(`from ${first}\n`);
  for (const other of others) input.write(`merge ${other}\n`);
  for (const content of contents) input.write(content);
  input.write('get-mark :1\n');
  const oid = await answers.line();
  input.end('done\n');
  return oid;
}

async function modification(
  input: Writable,
  answers: Answers,
  parent: string | undefined,
  file: NewFile,
): Promise<Buffer> {
  if ('oid' in file) return Buffer.from(`M 100644 ${file.oid} ${quoted(file.path)}\n`);
  const content =
    'content' in file
      ? file.content
      : appended(await readFile(input, answers, parent, file.path), file.append);
  return Buffer.concat([Buffer.from(`M 100644 inline ${quoted(file.path)}\n`), data(content)]);
}

/** Paths come from anybody's clone: one with a newline must not be read as a command. */
function quoted(path: string): string {
  if (/^[\w.][\w./-]*$/.test(path)) return path;
  const octal = (byte: number): string => `\\${byte.toString(8).padStart(3, '0')}`;
  return `"${[...Buffer.from(path)].map(octal).join('')}"`;
}

/** A file as the parent has it, empty where it has none: asked of the same process that will write it. */
async function readFile(
  input: Writable,
  answers: Answers,
  parent: string | undefined,
  path: string,
): Promise<Buffer> {
  if (parent === undefined) return Buffer.alloc(0);
  input.write(`ls ${parent} ${quoted(path)}\n`);
  const [, kind, oid] = (await answers.line()).split(/[ \t]/);
  if (kind !== 'blob') return Buffer.alloc(0);
  input.write(`cat-blob ${oid}\n`);
  const [, found, size] = (await answers.line()).split(' ');
  if (found !== 'blob') throw lostBlob(oid, path);
  const content = await answers.bytes(Number(size));
  await answers.bytes(1);
  return content;
}

/** Throws CORRUPT if the parent, or what was to be appended to in it, cannot be read. */
async function refuseDamagedParent(
  repository: Repository,
  { parents: [parent], files }: NewCommit,
): Promise<void> {
  if (parent === undefined) return;
  const paths = new Set(files.flatMap(file => ('append' in file ? [file.path] : [])));
  const wanted = (await readTree(repository, parent)).filter(({ path }) => paths.has(path));
  const blobs = await readBlobs(
    repository,
    wanted.map(({ oid }) => oid),
  );
  for (const { oid, path } of wanted) if (!blobs.has(oid)) throw lostBlob(oid, path);
}

/** Writing the file without what was in it would lose that. */
function lostBlob(oid: string | undefined, path: string): TrackerError {
  return new TrackerError('CORRUPT', `the blob ${oid} of ${path} is missing or damaged`, {
    remedy:
      'run `tracker doctor`; a remote or another clone may have the object: `git fetch`, or copy it',
  });
}

function appended(content: Buffer, tail: Buffer): Buffer {
  const whole = content.length === 0 || content.at(-1) === 10;
  return Buffer.concat([content, Buffer.from(whole ? '' : '\n'), tail]);
}

function data(content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`data ${content.length}\n`), content, Buffer.from('\n')]);
}

/** An actor as the author of a commit, `Name <address>`. The characters that end a name there are taken out of it. */
export function signatureOf(actor: string): string {
  return `${nameOf(actor)} <${addressOf(actor)}>`;
}

function nameOf(actor: string): string {
  return clean(actor.replace(/<[^>]*>/, '')) || clean(actor) || 'tracker';
}

function addressOf(actor: string): string {
  return clean(/<([^>]*)>/.exec(actor)?.[1] ?? '');
}

function clean(text: string): string {
  return text.replace(/[<>\p{Cc}]/gu, ' ').trim();
}
