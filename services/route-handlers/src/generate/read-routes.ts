import { readFileSync } from 'node:fs';
import { join, relative, resolve, sep } from 'node:path';
import { routePath } from '../path/route-path.ts';
import { type ConfigFolder, findConfigs } from './find-configs.ts';
import { parseModule } from './parse-module.ts';
import type { Problem } from './problem.ts';
import { type ReadConfig, readConfig } from './read-config.ts';
import type { RouteFolder, RouteMethod } from './route-folder.ts';
import { urlRoots } from './url-root.ts';

export interface ReadRoutes {
  /** Those that can be generated. */
  readonly routes: readonly RouteFolder[];
  /** Absolute paths of existing files with the name of a generated one. */
  readonly generated: readonly string[];
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
  const rootOf = urlRoots(resolve(root));
  const problems = [...found.problems];
  const routes = found.folders.flatMap(folder => {
    const read = readFolder(folder, rootOf(folder.folder));
    problems.push(...read.problems);
    return read.route ?? [];
  });
  return { routes, generated: found.generated, problems };
}

function readFolder(
  { folder, configs }: ConfigFolder,
  root: string,
): { route?: RouteFolder; problems: readonly Problem[] } {
  const { path, problem } = routePath(relative(root, folder).split(sep));
  if (path === undefined) {
    const file = join(folder, configs[0]?.file ?? '');
    return {
      problems: [
        { code: 'bad-path', severity: 'error', file, line: 1, column: 1, reason: problem },
      ],
    };
  }
  const problems: Problem[] = [];
  const methods: RouteMethod[] = [];
  for (const { method, file } of configs) {
    const parsed = parseModule(join(folder, file), readFileSync(join(folder, file), 'utf8'));
    const read: ReadConfig = 'problems' in parsed ? parsed : readConfig(parsed);
    problems.push(...read.problems);
    if (read.response !== undefined) methods.push({ method, file, response: read.response });
  }
  return methods.length > 0 ? { route: { folder, path, methods }, problems } : { problems };
}
