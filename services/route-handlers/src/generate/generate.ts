import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { RouteHandlerError } from '../errors.ts';
import { recallRun } from './last-run.ts';
import type { Problem } from './problem.ts';

export interface GenerateOptions {
  /** The folder whose URL is `/`, for configs that are in no `app` folder. Default: the folder that is read. */
  readonly root?: string;
  /** Only tells what would be done. */
  readonly isCheck?: boolean;
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
 * Generates what the configs in a folder and below ask for. What was generated for one with an error stays as it is.
 * Rejects with `RH_USAGE` where there is no such folder.
 */
export async function generate(
  dir: string,
  { root = dir, isCheck = false }: GenerateOptions = {},
): Promise<Generated> {
  const place = { folder: await existingFolder(dir), root: await existingFolder(root) };
  const last = isCheck ? undefined : recallRun(place);
  if (last) return { ...nothingDone, routes: last.routes, unchanged: last.files };
  // Loaded only here: a run with nothing to do needs no parser.
  const { generateAnew } = await import('./generate-anew.ts');
  return generateAnew(place, { isCheck });
}

const nothingDone = { missing: [], stale: [], removed: [], ignoreFile: undefined, problems: [] };

async function existingFolder(dir: string): Promise<string> {
  const folder = resolve(dir);
  const found = await stat(folder).catch(() => undefined);
  if (found?.isDirectory()) return folder;
  throw new RouteHandlerError('RH_USAGE', `there is no folder "${dir}"`);
}
