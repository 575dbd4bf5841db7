import { lstatSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import type { Method } from '../method.ts';
import { findPathConflicts } from '../path/path-conflicts.ts';
import { routePath } from '../path/route-path.ts';
import { type ConfigFolder, findConfigs } from './find-configs.ts';
import { keptResponse } from './kept-response.ts';
import { createModuleLoader, type ModuleLoader } from './load-module.ts';
import { fileProblem, type Problem } from './problem.ts';
import { readConfig } from './read-config.ts';
import type { RouteFolder, RouteMethod } from './route-folder.ts';
import { urlRoots } from './url-root.ts';

/** A route, and the folder whose URL is `/` for it, absolute: an application of its own. */
export interface RootedRoute extends RouteFolder {
  readonly root: string;
}

export interface ReadRoutes {
  /** Those that can be generated. */
  readonly routes: readonly RootedRoute[];
  /** Absolute paths of existing files with the name of a generated one. */
  readonly generated: readonly string[];
  /** Absolute paths of the folders that were looked into. */
  readonly visited: readonly string[];
  /** Absolute paths of all else that was read, or looked for. */
  readonly sources: readonly string[];
  /** Absolute paths of folders, and of files, that stay as they are for an error. */
  readonly untouched: ReadonlySet<string>;
  readonly problems: readonly Problem[];
}

export interface ReadRoutesOptions {
  /** The folder whose URL is `/`, for configs that are in no `app` folder. Default: the folder that is read. */
  readonly root?: string;
}

/**
 * Finds and reads the configs in a folder and below. What is wrong with one leaves the others as they are, and it as
 * it was last generated.
 */
export async function readRoutes(
  dir: string,
  { root = dir }: ReadRoutesOptions = {},
): Promise<ReadRoutes> {
  const found = findConfigs(resolve(dir));
  const rootOf = urlRoots(resolve(dir), resolve(root));
  const loader = createModuleLoader();
  const problems = [...found.problems];
  const untouched = new Set<string>();
  const refuse = (
    { folder, configs: [first] }: ConfigFolder,
    code: Problem['code'],
    reason: string,
  ) => {
    untouched.add(folder);
    problems.push(fileProblem(code, join(folder, first?.file ?? ''), reason));
  };
  const placed = found.folders.flatMap((folder): PlacedFolder | [] => {
    const root = rootOf(folder.folder);
    const names = namesBelow(root, folder.folder);
    if (names[0] === '..') {
      const reason = `it lies outside of the root of URLs, ${root}`;
      refuse(folder, 'outside-root', reason);
      return [];
    }
    const path = routePath(names);
    if (path.kind === 'problem') refuse(folder, 'bad-path', path.reason);
    const methods = folder.configs.map(({ method }) => method);
    return path.kind === 'route' ? { ...folder, root, path: path.path, methods } : [];
  });
  for (const folders of Map.groupBy(placed, ({ root }) => root).values()) {
    for (const { first, second, reason } of findPathConflicts(folders)) {
      refuse(second, 'path-conflict', `${reason}; the other folder is ${first.folder}`);
    }
  }
  const routes = placed.flatMap(folder => {
    const read = readFolder(folder, loader);
    problems.push(...read.problems);
    for (const file of read.untouched) untouched.add(file);
    return untouched.has(folder.folder) ? [] : read.routes;
  });
  return {
    routes,
    generated: found.generated,
    visited: found.visited,
    sources: loader.sources(),
    untouched,
    problems: withoutRepeats(problems),
  };
}

interface PlacedFolder extends ConfigFolder {
  readonly root: string;
  readonly path: string;
  readonly methods: readonly Method[];
}

interface ReadFolder {
  readonly routes: readonly RootedRoute[];
  /** Absolute paths of hooks that nothing is known of any more but that they are there. */
  readonly untouched: readonly string[];
  readonly problems: readonly Problem[];
}

function readFolder(
  { folder, configs, root, path }: PlacedFolder,
  loader: ModuleLoader,
): ReadFolder {
  const client = join(folder, 'client.ts');
  const read = configs.flatMap(({ method, file }) => {
    const source = { file: join(folder, file), method, path };
    const config = readConfig(source, loader);
    if (config.response === undefined && isGone(source.file)) return [];
    const response = config.response ?? keptResponse(client, method, loader);
    return { method, file, response, problems: config.problems };
  });
  const methods = read.flatMap(({ method, file, response }): RouteMethod[] =>
    response === undefined ? [] : [{ method, file, response }],
  );
  return {
    routes: methods.length === 0 ? [] : [{ folder, root, path, methods }],
    untouched: read
      .filter(({ response }) => response === undefined)
      .map(({ method }) => join(folder, `use-route-${method}.ts`)),
    problems: read.flatMap(({ problems }) => problems),
  };
}

/** Deleted since it was listed; a link to nowhere is still there. */
const isGone = (file: string): boolean => lstatSync(file, { throwIfNoEntry: false }) === undefined;

function namesBelow(root: string, folder: string): string[] {
  return relative(root, folder)
    .split(sep)
    .filter(name => name !== '');
}

function withoutRepeats(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map(problem => [JSON.stringify(problem), problem])).values()];
}
