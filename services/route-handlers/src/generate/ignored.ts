import { type Dirent, existsSync, lstatSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Ignore } from 'ignore';
import { readIgnoreRules } from './ignore-rules.ts';

/** Whether a path is ignored: an absolute one, with `/` at the end where it is a folder's. */
export type Ignored = (path: string) => boolean;

/**
 * What the .gitignore files above a folder say, from the repository's root down; nothing where they ignore the
 * folder itself, which was asked for all the same.
 */
export function ignoredAbove(folder: string): Ignored {
  const ancestors: string[] = [];
  for (let at = folder; !existsSync(join(at, '.git')); at = dirname(at)) {
    if (dirname(at) === at) return nothingIgnored;
    ancestors.unshift(dirname(at));
  }
  const ignored = ancestors.reduce((above: Ignored, at) => {
    const file = join(at, '.gitignore');
    const isFile = lstatSync(file, { throwIfNoEntry: false })?.isFile() === true;
    return isFile ? withFile(at, file, above) : above;
  }, nothingIgnored);
  return ignored(`${folder}/`) ? nothingIgnored : ignored;
}

/** What holds in a folder: what its own .gitignore says goes before what those above say. */
export function ignoredIn(folder: string, entries: readonly Dirent[], above: Ignored): Ignored {
  const own = entries.some(entry => entry.name === '.gitignore' && entry.isFile());
  return own ? withFile(folder, join(folder, '.gitignore'), above) : above;
}

const nothingIgnored: Ignored = () => false;

function withFile(base: string, file: string, above: Ignored): Ignored {
  const rules: Ignore = readIgnoreRules(file);
  const test = (path: string) => {
    const below = relative(base, path).split(sep).join('/');
    return rules.test(path.endsWith('/') ? `${below}/` : below);
  };
  return path => {
    const { ignored, unignored } = test(path);
    if (!ignored) return !unignored && above(path);
    // asked for at all, the folder it is in is not ignored: a file further down has had the last word on that
    const folder = dirname(path);
    return folder === base || !test(`${folder}/`).ignored || above(path);
  };
}
