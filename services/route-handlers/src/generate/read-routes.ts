import { join, relative, resolve, sep } from 'node:path';
import type { Method } from '../method.ts';
import { findPathConflicts, type PathConflict } from '../path/path-conflicts.ts';
import { routePath } from '../path/route-path.ts';
import { type ConfigFolder, findConfigs } from './find-configs.ts';
import { createModuleLoader, type ModuleLoader } from './load-module.ts';
import type { Problem } from './problem.ts';
import { readConfig } from './read-config.ts';
import type { RouteFolder, RouteMethod } from './route-folder.ts';
import { urlRoots } from './url-root.ts';

export interface ReadRoutes {
  /** Those that can be generated. */
  readonly routes: readonly RouteFolder[];
  /** Absolute paths of existing files with the name of a generated one. */
  readonly generated: readonly string[];
  /** Absolute paths of the folders that were looked into. */
  readonly visited: readonly string[];
  /** Absolute paths of all else that was read, or looked for. */
  readonly sources: readonly string[];
  readonly problems: readonly Problem[];
}

export interface ReadRoutesOptions {
  /** The folder whose URL is `/`, for configs that are in no `app` folder. Default: the folder that is read. */
  readonly root?: string;
}

/** Finds and reads the configs in a folder and below. What is wrong with one leaves the others as they are. */
export async function readRoutes(
  dir: string,
  { root = dir }: ReadRoutesOptions = {},
): Promise<ReadRoutes> {
  const found = findConfigs(resolve(dir));
  const rootOf = urlRoots(resolve(dir), resolve(root));
  const loader = createModuleLoader();
  const problems = [...found.problems];
  const placed = found.folders.flatMap((folder): PlacedFolder | [] => {
    const root = rootOf(folder.folder);
    const names = namesBelow(root, folder.folder);
    if (names[0] === '..') {
      const reason = `it lies outside of the root of URLs, ${root}`;
      problems.push(folderProblem(folder, 'outside-root', reason));
      return [];
    }
    const path = routePath(names);
    if (path.kind === 'problem') problems.push(folderProblem(folder, 'bad-path', path.reason));
    const methods = folder.configs.map(({ method }) => method);
    return path.kind === 'route' ? { ...folder, path: path.path, methods } : [];
  });
  const conflicts = findPathConflicts(placed);
  problems.push(...conflicts.map(conflictProblem));
  const refused = new Set(conflicts.map(({ second }) => second));
  const routes = placed.flatMap(folder => {
    const read = readFolder(folder, loader);
    problems.push(...read.problems);
    return refused.has(folder) ? [] : read.routes;
  });
  return {
    routes,
    generated: found.generated,
    visited: found.visited,
    sources: loader.sources(),
    problems: withoutRepeats(problems),
  };
}

interface PlacedFolder extends ConfigFolder {
  readonly path: string;
  readonly methods: readonly Method[];
}

function readFolder(
  { folder, configs, path }: PlacedFolder,
  loader: ModuleLoader,
): { routes: RouteFolder[]; problems: Problem[] } {
  const read = configs.map(({ method, file }) => ({
    method,
    file,
    ...readConfig({ file: join(folder, file), method, path }, loader),
  }));
  const methods = read.flatMap(({ method, file, response }): RouteMethod[] =>
    response === undefined ? [] : [{ method, file, response }],
  );
  return {
    routes: methods.length === 0 ? [] : [{ folder, path, methods }],
    problems: read.flatMap(({ problems }) => problems),
  };
}

function namesBelow(root: string, folder: string): string[] {
  return relative(root, folder)
    .split(sep)
    .filter(name => name !== '');
}

function folderProblem(
  { folder, configs: [first] }: ConfigFolder,
  code: Problem['code'],
  reason: string,
): Problem {
  const file = join(folder, first?.file ?? '');
  return { code, severity: 'error', file, line: 1, column: 1, reason };
}

function conflictProblem({ first, second, reason }: PathConflict<PlacedFolder>): Problem {
  return folderProblem(second, 'path-conflict', `${reason}; the other folder is ${first.folder}`);
}

function withoutRepeats(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map(problem => [JSON.stringify(problem), problem])).values()];
}
