import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { findConfigs } from './find-configs.ts';
import type { Generated } from './generate.ts';
import { updateIgnoreFile } from './ignore-file.ts';
import { keepRun, type Place } from './last-run.ts';
import { type PlannedFiles, planFiles } from './plan-files.ts';
import { type ReadRoutes, readRoutes } from './read-routes.ts';
import { removeGenerated, type WriteMode, writeGenerated } from './write-file.ts';

/** Reads every config and brings every file up to date. */
export async function generateAnew(place: Place, mode: WriteMode): Promise<Generated> {
  const startedAt = Date.now();
  const read = await readRoutes(place.folder, { root: place.root });
  const plan = planFiles(read.routes);
  const done = bringUpToDate(place, read, plan, mode);
  const isQuiet = done.problems.length === 0 && !mode.isCheck;
  if (isQuiet) keepForNextTime(place, read, plan, { startedAt });
  return done;
}

function bringUpToDate(
  { folder }: Place,
  read: ReadRoutes,
  plan: PlannedFiles,
  mode: WriteMode,
): Generated {
  const states = Array.from(
    plan.files,
    ([file, content]) => [file, writeGenerated(file, content, mode)] as const,
  );
  const filesThatAre = (wanted: 'missing' | 'stale' | 'unchanged') =>
    states.filter(([, state]) => state === wanted).map(([file]) => file);
  const missing = filesThatAre('missing');
  const stale = filesThatAre('stale');
  const unchanged = filesThatAre('unchanged');

  const untouched = new Set([...read.untouched, ...plan.untouched]);
  const leftOver = read.generated
    .filter(file => !plan.files.has(file))
    .filter(file => !untouched.has(file) && !untouched.has(dirname(file)))
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

function keepForNextTime(
  place: Place,
  read: ReadRoutes,
  plan: PlannedFiles,
  { startedAt }: { readonly startedAt: number },
): void {
  const { visited } = read;
  // What its own writing changes: the folders, whose listings are compared, and ignore files.
  const above = foldersAbove(place.folder);
  const ignoreFiles = [...visited, ...above]
    .map(folder => join(folder, '.gitignore'))
    .filter((file, n) => n >= visited.length || existsSync(file));
  const run = {
    routes: read.routes.length,
    files: plan.files.size,
    sources: [...read.sources, ...plan.extensions.keys(), ...above.flatMap(marksIn)],
    results: [...visited, ...plan.files.keys(), ...ignoreFiles],
    extensions: plan.extensions,
  };
  const known = new Set(read.sources);
  const isAsFound = () => {
    const now = findConfigs(place.folder);
    const configs = now.folders.flatMap(({ folder, configs }) =>
      configs.map(({ file }) => join(folder, file)),
    );
    return isDeepStrictEqual(now.visited, visited) && configs.every(file => known.has(file));
  };
  keepRun(place, run, { startedAt, isAsFound });
}

function foldersAbove(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...foldersAbove(parent)];
}

/** Files in a folder above that decide where URLs begin, how imports end and what is ignored. */
const marksIn = (folder: string): string[] =>
  ['package.json', 'tsconfig.json', join('.git', 'config')].map(name => join(folder, name));
