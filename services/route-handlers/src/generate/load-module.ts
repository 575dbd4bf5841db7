import { readFileSync, statSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { messageOf } from '../error-message.ts';
import { type ParsedModule, parseModule } from './parse-module.ts';
import { fileProblem, type Problem } from './problem.ts';
import { readTopLevel, type TopLevel } from './top-level.ts';

/** A module that could be read, with what stands at its top. */
export interface LoadedModule extends ParsedModule {
  readonly top: TopLevel;
}

type Loaded = LoadedModule | { readonly problems: readonly Problem[] };

/** Reads modules. */
export interface ModuleLoader {
  /** Of an absolute path. */
  load(file: string): Loaded;
  /** The same, kept for the next that asks; for modules that many configs take from. */
  loadShared(file: string): Loaded;
  /** The file that a relative import in a module is for; undefined for others, and where there is none. */
  find(source: string, from: string): string | undefined;
  /** Absolute paths of what was read, and of folders and files that were looked at. */
  sources(): string[];
}

export function createModuleLoader(): ModuleLoader {
  const loaded = new Map<string, Loaded>();
  const found = new Map<string, string | undefined>();
  const read = new Set<string>();
  const load = (file: string): Loaded => {
    read.add(file);
    return loadModule(file);
  };
  return {
    load,
    loadShared(file) {
      const known = loaded.get(file) ?? load(file);
      loaded.set(file, known);
      return known;
    },
    find(source, from) {
      if (!/^\.{1,2}(?:\/|$)/.test(source)) return undefined;
      const path = join(dirname(from), source);
      if (!found.has(path)) found.set(path, candidates(path).find(isFile));
      return found.get(path);
    },
    sources: () => [...read, ...[...found.keys()].flatMap(path => [dirname(path), path])],
  };
}

function loadModule(file: string): Loaded {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const reason = `it can't be read: ${messageOf(error)}`;
    return { problems: [fileProblem('unreadable', file, reason)] };
  }
  const parsed = parseModule(file, text);
  return 'problems' in parsed ? parsed : { ...parsed, top: readTopLevel(parsed.program) };
}

const extensions = ['.ts', '.tsx', '.mts', '.js', '.jsx', '.mjs'];

/** What TypeScript writes for a module whose own extension is the value's. */
const written: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx'],
  '.jsx': ['.tsx'],
  '.mjs': ['.mts'],
};

function candidates(path: string): string[] {
  const extension = extname(path);
  const stem = path.slice(0, path.length - extension.length);
  return [
    ...(extensions.includes(extension) ? [path] : []),
    ...(written[extension] ?? []).map(other => `${stem}${other}`),
    ...extensions.map(other => `${path}${other}`),
    ...extensions.map(other => join(path, `index${other}`)),
  ];
}

const isFile = (path: string): boolean =>
  statSync(path, { throwIfNoEntry: false })?.isFile() === true;
