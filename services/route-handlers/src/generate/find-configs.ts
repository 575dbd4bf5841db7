import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '../error-message.ts';
import { isMethod, type Method, methods } from '../method.ts';
import { mayHoldRoutes } from '../path/route-path.ts';
import { generatedNames } from './generated-names.ts';
import { type Ignored, ignoredAbove, ignoredIn } from './ignored.ts';
import { fileProblem, type Problem } from './problem.ts';
import { systemErrorCode } from './system-error.ts';

/** The configs of one folder. */
export interface ConfigFolder {
  /** Absolute. */
  readonly folder: string;
  /** In the order of `methods`. */
  readonly configs: readonly { readonly method: Method; readonly file: string }[];
}

export interface FoundConfigs {
  readonly folders: readonly ConfigFolder[];
  /** Absolute paths of files with the name of a generated one, in folders of routes or not. */
  readonly generated: readonly string[];
  /** Absolute paths of all folders that were looked into. */
  readonly visited: readonly string[];
  readonly problems: readonly Problem[];
}

/**
 * Finds the configs in a folder and below, and files with the names of generated ones. Left out are node_modules,
 * dot folders, what a .gitignore ignores, `_private` folders and symbolic links to folders.
 */
export function findConfigs(dir: string): FoundConfigs {
  const found: Collected = { folders: [], generated: [], visited: [], problems: [] };
  try {
    walk(dir, ignoredAbove(dir), found);
  } catch (error) {
    found.problems.push(unreadable(dir, 'what is ignored in it', error));
  }
  return found;
}

interface Collected {
  readonly folders: ConfigFolder[];
  readonly generated: string[];
  readonly visited: string[];
  readonly problems: Problem[];
}

function walk(folder: string, above: Ignored, found: Collected): void {
  found.visited.push(folder);
  const listed = list(folder, above);
  if ('code' in listed) {
    found.problems.push(listed);
    return;
  }
  const { entries, ignored } = listed;
  const configs: { method: Method; file: string }[] = [];
  const below: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory()) {
      if (mayHoldRoutes(entry.name)) below.push(entry.name);
    } else if (generatedNames.has(entry.name)) {
      found.generated.push(join(folder, entry.name));
    } else if (entry.name.startsWith('route.')) {
      const read = readName(folder, entry.name);
      if (read === undefined || ignored(join(folder, entry.name))) continue;
      if ('code' in read) found.problems.push(read);
      else configs.push(read);
    }
  }
  configs.sort((a, b) => methods.indexOf(a.method) - methods.indexOf(b.method));
  if (configs.length > 0) found.folders.push({ folder, configs });
  for (const name of below.sort()) {
    const path = join(folder, name);
    if (!ignored(`${path}/`)) walk(path, ignored, found);
  }
}

function list(folder: string, above: Ignored): { entries: Dirent[]; ignored: Ignored } | Problem {
  try {
    const entries = readdirSync(folder, { withFileTypes: true });
    return { entries, ignored: ignoredIn(folder, entries, above) };
  } catch (error) {
    // Deleted since the one above it was listed.
    if (!existsSync(folder)) return { entries: [], ignored: above };
    return unreadable(folder, 'the folder', error);
  }
}

function unreadable(folder: string, what: string, error: unknown): Problem {
  systemErrorCode(error);
  const reason = `${what} can't be read: ${messageOf(error)}`;
  return fileProblem('unreadable', folder, reason);
}

function readName(
  folder: string,
  name: string,
): { method: Method; file: string } | Problem | undefined {
  const [, method = '', extension = ''] = /^route\.(.+)\.config\.([cm]?[jt]sx?)$/.exec(name) ?? [];
  if (method === '') return undefined;
  const file = join(folder, name);
  if (extension !== 'ts') {
    const reason = `a config that ends in .${extension} is not read`;
    return fileProblem('not-typescript', file, reason, 'warning');
  }
  if (isMethod(method)) return { method, file: name };
  const lower = method.toLowerCase();
  const reason = isMethod(lower)
    ? `the method is to be in lower case: "${lower}", not "${method}"`
    : `"${method}" is no method`;
  return fileProblem('unknown-method', file, reason);
}
