import { type Dirent, existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import type { Ignore } from 'ignore';
import { readIgnoreRules } from './ignore-rules.ts';

/** Whether a folder, given by its absolute path, is ignored. */
export type Ignored = (folder: string) => boolean;

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
    return existsSync(file) ? withFile(at, file, above) : above;
  }, nothingIgnored);
  return ignored(folder) ? nothingIgnored : ignored;
}

/** What holds in a folder: what its own .gitignore says goes before what those above say. */
export function ignoredIn(folder: string, entries: readonly Dirent[], above: Ignored): Ignored {
  const own = entries.some(entry => entry.name === '.gitignore' && entry.isFile());
  return own ? withFile(folder, join(folder, '.gitignore'), above) : above;
}

const nothingIgnored: Ignored = () => false;

function withFile(base: string, file: string, above: Ignored): Ignored {
  const rules: Ignore = readIgnoreRules(file);
  return folder => {
    const { ignored, unignored } = rules.test(`${relative(base, folder).split(sep).join('/')}/`);
    return ignored || (!unignored && above(folder));
  };
}
