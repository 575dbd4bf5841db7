import { hash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readExtension } from './import-extension.ts';
import { systemErrorCode } from './system-error.ts';
import { writeAtomically } from './write-atomically.ts';

/** Milliseconds within which two changes of a file may bear the same time. */
const tick = 100;

/** The form of what is kept; another form is another file. */
const form = 1;

/** Where configs are looked for, and the folder whose URL is `/`; both absolute. */
export interface Place {
  readonly folder: string;
  readonly root: string;
}

/** A run without a problem: how much it was, what it read and what it made. */
export interface Run {
  readonly routes: number;
  readonly files: number;
  /** Absolute paths of everything that was read, or looked for and not found. */
  readonly sources: readonly string[];
  /** Absolute paths of what was made, and of the folders that it stands in. */
  readonly results: readonly string[];
  /** What imports end with, by tsconfig.json: that may extend others. */
  readonly extensions: ReadonlyMap<string, string>;
}

/** A run, and a digest over the states of its paths. */
interface Kept {
  readonly routes: number;
  readonly files: number;
  readonly paths: readonly string[];
  readonly extensions: readonly (readonly [file: string, extension: string])[];
  readonly digest: string;
}

/**
 * The last run over a folder, where another would find everything as that left it, judged as Git's index does by
 * sizes and times. Undefined where anything may be different.
 */
export function recallRun(
  place: Place,
): { readonly routes: number; readonly files: number } | undefined {
  const file = recordOf(place);
  if (file === undefined || !existsSync(file)) return undefined;
  const kept = readKept(file);
  if (kept === undefined) return undefined;
  const { routes, files, paths, extensions, digest } = kept;
  if (digestOf(paths) !== digest) return undefined;
  return extensions.every(isExtension) ? { routes, files } : undefined;
}

/**
 * Keeps a run that began at `startedAt` (epoch milliseconds), unless something it read has changed since, which
 * `isAsFound` tells of folders: in those the run itself has made files.
 */
export function keepRun(
  place: Place,
  run: Run,
  { startedAt, isAsFound }: { readonly startedAt: number; readonly isAsFound: () => boolean },
): void {
  const file = recordOf(place);
  if (file === undefined) return;
  const paths = [...run.sources, ...run.results];
  const { routes, files } = run;
  const extensions = [...run.extensions];
  const kept: Kept = { routes, files, paths, extensions, digest: digestOf(paths) };
  if (run.sources.some(path => changedAt(path) > startedAt - tick) || !isAsFound()) return;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeAtomically(file, JSON.stringify(kept));
  } catch (error) {
    // It only saves time: where it can't be written the next run does all the work.
    systemErrorCode(error);
  }
}

/** Undefined where it can't be read, as after a crash of the whole machine. */
function readKept(file: string): Kept | undefined {
  try {
    // Only ever written by `keepRun`, in the form that its name is made of.
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (!(error instanceof SyntaxError)) systemErrorCode(error);
    return undefined;
  }
}

function isExtension([file, extension]: readonly [file: string, extension: string]): boolean {
  try {
    return readExtension(file) === extension;
  } catch {
    // It extends one that can't be read any more: a run that does all the work tells of it.
    return false;
  }
}

/** In the nearest node_modules, where such things are kept; undefined where there is none. */
function recordOf({ folder, root }: Place): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const modules = join(at, 'node_modules');
    if (existsSync(modules)) {
      const name = `${hash('sha1', [form, folder, root].join('\n'))}.json`;
      return join(modules, '.cache', 'route-handlers', name);
    }
    if (dirname(at) === at) return undefined;
  }
}

/** Also of this program's own files: another version may make other files. */
function digestOf(paths: readonly string[]): string {
  const own = readdirSync(import.meta.dirname).map(name => join(import.meta.dirname, name));
  return hash('sha1', [...own, ...paths].map(stateOf).join('\n'));
}

function stateOf(path: string): string {
  try {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return '';
    const { size, mtimeMs, ctimeMs, ino, mode } = found;
    return `${size} ${mtimeMs} ${ctimeMs} ${ino} ${mode}`;
  } catch (error) {
    return systemErrorCode(error);
  }
}

/** Of a file; folders change by what the run makes in them. */
function changedAt(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() ? found.ctimeMs : 0;
}
