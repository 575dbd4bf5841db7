import { stat } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { RouteHandlerError } from '../errors.ts';
import { updateIgnoreFile } from './ignore-file.ts';
import { planFiles } from './plan-files.ts';
import type { Problem } from './problem.ts';
import { readRoutes } from './read-routes.ts';
import { removeGenerated, type WriteMode, writeGenerated } from './write-file.ts';

export interface GenerateOptions extends Partial<WriteMode> {
  /** The folder whose URL is `/`, for configs that are in no `app` folder. Default: the folder that is read. */
  readonly root?: string;
}

/** What a run did; where it was only asked, what it would do. */
export interface Generated {
  readonly routes: number;
  /** Absolute paths of files that were not there. */
  readonly missing: readonly string[];
  /** Absolute paths of files that said something else. */
  readonly stale: readonly string[];
  readonly unchanged: number;
  /** Absolute paths of files that nothing generates any more. */
  readonly removed: readonly string[];
  /** Absolute path of the ignore file, where it was changed. */
  readonly ignoreFile: string | undefined;
  readonly problems: readonly Problem[];
}

/**
 * Generates what the configs in a folder and below ask for. The files of a folder with an error stay as they are.
 * Rejects with `RH_USAGE` where there is no such folder.
 */
export async function generate(
  dir: string,
  { root = dir, isCheck = false }: GenerateOptions = {},
): Promise<Generated> {
  const folder = await existingFolder(dir);
  const read = await readRoutes(folder, { root: await existingFolder(root) });
  const plan = planFiles(read.routes, read.problems);
  const mode = { isCheck };

  const states = Array.from(
    plan.files,
    ([file, content]) => [file, writeGenerated(file, content, mode)] as const,
  );
  const filesThatAre = (wanted: 'missing' | 'stale' | 'unchanged') =>
    states.filter(([, state]) => state === wanted).map(([file]) => file);
  const missing = filesThatAre('missing');
  const stale = filesThatAre('stale');
  const unchanged = filesThatAre('unchanged');

  const leftOver = read.generated
    .filter(file => !plan.files.has(file) && !plan.untouched.has(dirname(file)))
    .map(file => [file, removeGenerated(file, mode)] as const);
  const removed = leftOver.filter(([, state]) => state === 'removed').map(([file]) => file);
  const ignored = updateIgnoreFile(
    folder,
    { generated: [...missing, ...stale, ...unchanged], removed },
    mode,
  );

  return {
    routes: read.routes.length,
    missing,
    stale,
    unchanged: unchanged.length,
    removed,
    ignoreFile: ignored.isChanged ? ignored.file : undefined,
    problems: [
      ...read.problems,
      ...plan.problems,
      ...[...states, ...leftOver].flatMap(([, state]) => (typeof state === 'object' ? state : [])),
      ...ignored.problems,
    ],
  };
}

async function existingFolder(dir: string): Promise<string> {
  const folder = resolve(dir);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return folder;
  throw new RouteHandlerError('RH_USAGE', `there is no folder "${dir}"`);
}
