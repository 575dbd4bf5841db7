import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseTsconfig } from 'get-tsconfig';
import { messageOf } from '../error-message.ts';
import { fileProblem, type Problem } from './problem.ts';

export type ImportExtension = '' | '.js' | '.ts';

export interface ImportExtensions {
  /** What imports in files of a folder end with; undefined where its tsconfig.json can't be read. */
  of(folder: string): ImportExtension | undefined;
  /** What each tsconfig.json that was read asks for. */
  files(): ReadonlyMap<string, ImportExtension>;
  /** Each tsconfig.json that can't be read, once. */
  problems(): readonly Problem[];
}

/** Asks the nearest tsconfig.json of each folder, once; where there is none, no extension is needed. */
export function createImportExtensions(): ImportExtensions {
  const known = new Map<string, ImportExtension | undefined>();
  const files = new Map<string, ImportExtension>();
  const problems: Problem[] = [];

  const find = (folder: string): ImportExtension | undefined => {
    if (known.has(folder)) return known.get(folder);
    const parent = dirname(folder);
    const file = join(folder, 'tsconfig.json');
    let extension: ImportExtension | undefined = '';
    if (existsSync(file)) extension = read(file);
    else if (parent !== folder) extension = find(parent);
    known.set(folder, extension);
    return extension;
  };

  const read = (file: string): ImportExtension | undefined => {
    try {
      const extension = readExtension(file);
      files.set(file, extension);
      return extension;
    } catch (error) {
      const reason = `it can't be read: ${messageOf(error)}`;
      problems.push(fileProblem('tsconfig', file, reason));
      return undefined;
    }
  };

  return { of: find, files: () => files, problems: () => problems };
}

/** What a tsconfig.json, and those it extends, ask for. Throws where one can't be read. */
export function readExtension(file: string): ImportExtension {
  const { compilerOptions = {} } = parseTsconfig(file);
  const { allowImportingTsExtensions, rewriteRelativeImportExtensions } = compilerOptions;
  if (allowImportingTsExtensions || rewriteRelativeImportExtensions) return '.ts';
  // As the parser fills it in from `module` where it is not given.
  const resolution = compilerOptions.moduleResolution?.toLowerCase();
  return resolution === 'nodenext' || resolution === 'node16' ? '.js' : '';
}
