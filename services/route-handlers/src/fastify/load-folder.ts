import { readdirSync } from 'node:fs';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { messageOf } from '../error-message.ts';
import { urlRoots } from '../generate/url-root.ts';
import { isMethod, methods } from '../method.ts';
import { mayHoldRoutes, routePath } from '../path/route-path.ts';
import type { SourceRoute } from './source-route.ts';

export interface LoadedFolder {
  readonly routes: readonly SourceRoute[];
  /** Each with its file. */
  readonly problems: readonly string[];
}

/**
 * Imports the route configs in a folder and below, as they are or as they were compiled. Left out are node_modules,
 * dot folders, `_private` folders and symbolic links to folders. What can't be used is told as a problem.
 */
export async function loadFolder(directory: string | URL): Promise<LoadedFolder> {
  const root = resolve(directory instanceof URL ? fileURLToPath(directory) : directory);
  const found = findFiles(root);
  if (typeof found === 'string') return { routes: [], problems: [found] };
  if (found.length === 0) {
    return { routes: [], problems: [`${root}: no route.<method>.config.ts in it or below`] };
  }
  const rootOf = urlRoots(root, root);
  const read = await Promise.all(found.map(file => load(file, rootOf(dirname(file)))));
  return {
    routes: read.flatMap(one => (typeof one === 'string' ? [] : [one])),
    problems: read.flatMap(one => (typeof one === 'string' ? [one] : [])),
  };
}

/** Absolute paths, in the order of their names, or why the folder can't be read. */
function findFiles(folder: string): string[] | string {
  try {
    return walk(folder);
  } catch (error) {
    return `${folder}: can't be read: ${messageOf(error)}`;
  }
}

function walk(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
  return [
    ...entries
      .filter(entry => !entry.isDirectory() && methodIn(entry.name) !== undefined)
      .map(({ name }) => join(folder, name)),
    ...entries
      .filter(entry => entry.isDirectory() && mayHoldRoutes(entry.name))
      .flatMap(({ name }) => walk(join(folder, name))),
  ];
}

const methodIn = (name: string): string | undefined =>
  /^route\.(.+)\.config\.[cm]?[jt]s$/.exec(name)?.[1];

async function load(file: string, root: string): Promise<SourceRoute | string> {
  const method = methodIn(file.slice(dirname(file).length + 1)) ?? '';
  if (!isMethod(method)) {
    return `${file}: "${method}" is no method: there are ${methods.join(', ')}`;
  }
  const made = routePath(relative(root, dirname(file)).split(sep));
  if (made.kind !== 'route') return `${file}: ${made.kind === 'problem' ? made.reason : 'private'}`;
  try {
    const config: unknown = await import(pathToFileURL(file).href);
    return { method, path: made.path, config, file };
  } catch (error) {
    return `${file}: can't be imported: ${messageOf(error)}`;
  }
}
