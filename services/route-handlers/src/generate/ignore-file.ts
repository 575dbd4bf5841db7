import { existsSync, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Ignore } from 'ignore';
import { generatedPath, ignoreLine } from './ignore-line.ts';
import { readIgnoreRules } from './ignore-rules.ts';
import { fileProblem, type Problem } from './problem.ts';
import { systemErrorCode } from './system-error.ts';
import { writeAtomically } from './write-atomically.ts';
import type { WriteMode } from './write-file.ts';

export interface IgnoreFileUpdate {
  /** Absolute; also where it is to be made. */
  readonly file: string;
  readonly isChanged: boolean;
  readonly problems: readonly Problem[];
}

/**
 * Has every generated file ignored: those that no .gitignore covers get a line of their own in the nearest one from
 * the folder given to the generator up to the repository's root, or in a new one in that folder. Lines of generated
 * files below that folder that are gone are taken out.
 */
export function updateIgnoreFile(
  folder: string,
  files: { readonly generated: readonly string[]; readonly removed: readonly string[] },
  { isCheck }: WriteMode,
): IgnoreFileUpdate {
  const root = repositoryRoot(folder) ?? folder;
  const file = nearest(folder, root);
  try {
    const before = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
    const after = updated(before, { file, folder, root, ...files });
    const isChanged = !after.equals(before);
    if (isChanged && !isCheck) write(file, after);
    return { file, isChanged, problems: [] };
  } catch (error) {
    const reason = `it can't be brought up to date (${systemErrorCode(error)})`;
    return { file, isChanged: false, problems: [fileProblem('ignore-file', file, reason)] };
  }
}

interface Place {
  readonly file: string;
  readonly folder: string;
  readonly root: string;
  readonly generated: readonly string[];
  readonly removed: readonly string[];
}

/** Lines are handled as bytes (in latin1), so that those of other people stay what they are in any encoding. */
function updated(before: Buffer, { file, folder, root, generated, removed }: Place): Buffer {
  const base = dirname(file);
  const text = before.toString('latin1');
  const lines = text.split('\n').map(line => line.replace(/\r$/, ''));
  const has = new Set(lines);
  const needed = new Set(generated);
  const justRemoved = new Set(removed);
  const isGone = (line: string): boolean => {
    const path = generatedPath(Buffer.from(line, 'latin1').toString());
    if (path === undefined) return false;
    const target = join(base, path);
    if (!isBelow(folder, target) || needed.has(target)) return false;
    return justRemoved.has(target) || isMissing(target);
  };
  const isCovered = coverage(root);
  const missing = generated
    .map(path => ({ path, line: bytesOf(ignoreLine(slashed(relative(base, path)))) }))
    .filter(({ path, line }) => !has.has(line) && !isCovered(path))
    .map(({ line }) => line)
    .sort();

  const lineBreak = /\r?\n/.exec(text)?.[0] ?? '\n';
  const kept = text.split(/(?<=\n)/).filter(line => !isGone(line.replace(/\r?\n$/, '')));
  const last = kept.at(-1) ?? '';
  const isOpen = missing.length > 0 && last !== '' && !last.endsWith('\n');
  const added = missing.map(line => `${line}${lineBreak}`);
  return Buffer.from([...kept, isOpen ? lineBreak : '', ...added].join(''), 'latin1');
}

/** What can't be asked for, as in a folder that can't be read, may be there. */
function isMissing(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) === undefined;
  } catch (error) {
    systemErrorCode(error);
    return false;
  }
}

/** Whether a file is ignored by a pattern other than lines of our own making. */
function coverage(root: string): (path: string) => boolean {
  const rules = new Map<string, Ignore | undefined>();
  const rulesOf = (folder: string): Ignore | undefined => {
    if (rules.has(folder)) return rules.get(folder);
    const file = join(folder, '.gitignore');
    const found = existsSync(file) ? readIgnoreRules(file) : undefined;
    rules.set(folder, found);
    return found;
  };
  return path => {
    // The .gitignore nearest to the file that says anything of it decides.
    for (let at = dirname(path); ; at = dirname(at)) {
      const { ignored, unignored } = rulesOf(at)?.test(slashed(relative(at, path))) ?? {};
      if (ignored) return true;
      if (unignored || at === root || dirname(at) === at) return false;
    }
  };
}

function repositoryRoot(folder: string): string | undefined {
  if (existsSync(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : repositoryRoot(parent);
}

function nearest(folder: string, root: string): string {
  for (let at = folder; ; at = dirname(at)) {
    const file = join(at, '.gitignore');
    if (existsSync(file)) return file;
    if (at === root) return join(folder, '.gitignore');
  }
}

/** Through a symbolic link, with the permissions it has. */
function write(file: string, content: Uint8Array): void {
  const target = existsSync(file) ? realpathSync(file) : file;
  const mode = statSync(target, { throwIfNoEntry: false })?.mode;
  writeAtomically(target, content, mode === undefined ? {} : { mode: mode & 0o777 });
}

const isBelow = (folder: string, path: string): boolean => path.startsWith(`${folder}${sep}`);

const slashed = (path: string): string => path.split(sep).join('/');

const bytesOf = (line: string): string => Buffer.from(line).toString('latin1');
