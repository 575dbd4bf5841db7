import { dirname, relative } from 'node:path';
import type { Method } from '../method.ts';
import { checkRequestValidator } from './check-request-validator.ts';
import type { LoadedModule, ModuleLoader } from './load-module.ts';
import { problemAt } from './parse-module.ts';
import type { Problem } from './problem.ts';
import { type Resolution, type Resolved, resolveExport } from './resolve-export.ts';
import type { ResponseSlice } from './route-folder.ts';
import { sliceResponse } from './slice-response.ts';

/** What reading a config gave: no response where it can't be generated from. */
export interface ReadConfig {
  readonly response?: ResponseSlice;
  readonly problems: readonly Problem[];
}

export interface ConfigSource {
  /** Absolute. */
  readonly file: string;
  readonly method: Method;
  /** As in `/posts/[postId]`. */
  readonly path: string;
}

/** Reads the exports of a config, wherever they are declared. */
export function readConfig({ file, method, path }: ConfigSource, loader: ModuleLoader): ReadConfig {
  const module = loader.load(file);
  if ('problems' in module) return module;
  const read = readExports(module, { file, method, path }, loader);
  const errors = read.problems.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return read;
  const problems = [...read.problems];
  if (!errors.some(error => error.file === file)) problems.push(elsewhere(module, errors));
  return { problems };
}

function readExports(
  module: LoadedModule,
  { file, method, path }: ConfigSource,
  loader: ModuleLoader,
): ReadConfig {
  const requestValidator = resolveExport(module, 'requestValidator', loader);
  const responseValidator = resolveExport(module, 'responseValidator', loader);
  const handler = resolveExport(module, 'handler', loader);
  const problems = [
    ...missing(module, 'requestValidator', requestValidator),
    ...missing(module, 'responseValidator', responseValidator),
    ...missing(module, 'handler', handler),
  ];
  if (problems.length > 0) problems.push(...defaultExport(module));
  if (isResolved(requestValidator)) {
    problems.push(...checkRequestValidator(requestValidator, { method, path }));
  }
  if (!isResolved(responseValidator)) return { problems };
  const server = new Map(
    (['handler', 'requestValidator'] as const).flatMap(name => {
      const resolution = name === 'handler' ? handler : requestValidator;
      return isResolved(resolution) ? [[name, resolution] as const] : [];
    }),
  );
  const sliced = sliceResponse(responseValidator, server, {
    folder: dirname(file),
    config: file,
    loader,
  });
  if ('problems' in sliced) return { problems: [...problems, ...sliced.problems] };
  return { response: sliced, problems };
}

/** Says of a config that it can't be generated from, where what is wrong is in modules that it takes from. */
function elsewhere(module: LoadedModule, errors: readonly Problem[]): Problem {
  const files = [...new Set(errors.map(({ file }) => relative(dirname(module.file), file)))];
  return problemAt(
    module,
    0,
    'broken-module',
    `it takes from ${files.join(', ')}, which has an error`,
  );
}

const isResolved = (resolution: Resolution): resolution is Resolved =>
  resolution.kind !== 'missing';

function missing(module: LoadedModule, name: string, resolution: Resolution): readonly Problem[] {
  if (resolution.kind !== 'missing') return [];
  if (resolution.problems.length > 0) return resolution.problems;
  return [problemAt(module, 0, 'missing-export', `"${name}" is not exported`)];
}

function defaultExport(module: LoadedModule): Problem[] {
  const found = module.top.exports.find(({ name }) => name === 'default');
  if (found === undefined) return [];
  const reason = 'a default export is not read';
  return [problemAt(module, found.start, 'default-export', reason, 'warning')];
}
