import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { LoadedModule, ModuleLoader } from './load-module.ts';
import { problemAt } from './parse-module.ts';
import type { Problem } from './problem.ts';
import { type ImportBinding, means } from './top-level.ts';

/** A step from a module to the one it takes a name from. */
export interface Hop {
  readonly from: LoadedModule;
  readonly binding: ImportBinding;
  /** Undefined for a package, and what else is not followed. */
  readonly file: string | undefined;
}

/** Where an exported name comes from. */
export type Resolved = {
  /** In the order in which they are taken. */
  readonly hops: readonly Hop[];
} & (
  | { readonly kind: 'declared'; readonly module: LoadedModule; readonly local: string | undefined }
  /** A package's, or another's that is not followed; the last hop names it. */
  | { readonly kind: 'outside' }
);

export type Resolution =
  | Resolved
  | { readonly kind: 'missing'; readonly problems: readonly Problem[] };

/** Follows an exported name through re-exports, imports and stars to the module that declares it. */
export function resolveExport(
  module: LoadedModule,
  name: string,
  loader: ModuleLoader,
  seen: ReadonlySet<string> = new Set(),
): Resolution {
  const key = `${name} ${module.file}`;
  if (seen.has(key)) return { kind: 'missing', problems: [] };
  const visited = new Set([...seen, key]);
  const named = module.top.exports.filter(one => one.name === name);
  const [first, second] = named.filter(one => !one.isType);
  if (second !== undefined) {
    return missing(
      problemAt(module, second.start, 'duplicate-export', `"${name}" is exported twice`),
    );
  }
  if (first === undefined) {
    const [type] = named;
    if (type === undefined) return resolveStars(module, name, loader, visited);
    const reason = `"${name}" is exported as a type only`;
    return missing(problemAt(module, type.start, 'missing-export', reason));
  }
  const { local } = first;
  const binding = first.from ?? module.top.imports.get(local ?? '');
  if (binding !== undefined)
    return take(module, { ...binding, start: first.start }, loader, visited);
  const isDeclared =
    name === 'default' ||
    module.top.declarations
      .get(local ?? '')
      ?.some(declaration => means(declaration).value && !declaration.isAmbient);
  if (isDeclared) return { kind: 'declared', module, local, hops: [] };
  const reason = `"${name}" is exported, but there is no value "${local}"`;
  return missing(problemAt(module, first.start, 'missing-export', reason));
}

/** Takes a name from another module. */
function take(
  from: LoadedModule,
  binding: ImportBinding,
  loader: ModuleLoader,
  seen: ReadonlySet<string>,
): Resolution {
  if (binding.isType) {
    const reason = `"${binding.local}" is imported as a type only`;
    return missing(problemAt(from, binding.start, 'missing-export', reason));
  }
  const file = loader.find(binding.source, from.file);
  if (file === undefined && !mayBeThere(binding.source, from)) {
    const reason = `"${binding.local}" comes from "${binding.source}", which is not there`;
    return missing(problemAt(from, binding.start, 'missing-module', reason));
  }
  const hop = { from, binding, file };
  if (file === undefined || binding.imported === '*') return { kind: 'outside', hops: [hop] };
  const module = loader.loadShared(file);
  if ('problems' in module) return { kind: 'missing', problems: module.problems };
  const resolution = resolveExport(module, binding.imported, loader, seen);
  if (resolution.kind !== 'missing') return { ...resolution, hops: [hop, ...resolution.hops] };
  if (resolution.problems.length > 0) {
    const unfollowed = resolution.problems.every(({ code }) => code === 'unresolved-export');
    return unfollowed ? { kind: 'outside', hops: [hop] } : resolution;
  }
  const reason = `"${binding.imported}" is not exported by "${binding.source}"`;
  return missing(problemAt(from, binding.start, 'missing-export', reason));
}

/** A relative path may be of a kind of file that is not followed. */
const mayBeThere = (source: string, { file }: LoadedModule): boolean =>
  !/^\.{1,2}\//.test(source) || existsSync(join(dirname(file), source));

function resolveStars(
  module: LoadedModule,
  name: string,
  loader: ModuleLoader,
  seen: ReadonlySet<string>,
): Resolution {
  if (name === 'default') return { kind: 'missing', problems: [] };
  const found: Resolved[] = [];
  const problems: Problem[] = [];
  for (const { source, start } of module.top.stars) {
    const file = loader.find(source, module.file);
    const target = file === undefined ? undefined : loader.loadShared(file);
    if (target === undefined) {
      const reason = `"${name}" may come from "${source}", which ${source.startsWith('.') ? 'is not there' : 'is not followed'}`;
      problems.push(problemAt(module, start, 'unresolved-export', reason));
    } else if ('problems' in target) {
      problems.push(...target.problems);
    } else {
      const resolution = resolveExport(target, name, loader, seen);
      if (resolution.kind === 'missing') problems.push(...resolution.problems);
      else {
        const binding = {
          source,
          imported: name,
          local: name,
          isType: false,
          attributes: '',
          start,
        };
        const hops = [{ from: module, binding, file }, ...resolution.hops];
        found.push({ ...resolution, hops });
      }
    }
  }
  const [first, ...more] = found;
  if (first === undefined) return { kind: 'missing', problems };
  const rival = more.find(one => originOf(one) !== originOf(first));
  if (rival === undefined) return first;
  const [one, other] = [first, rival].map(({ hops }) => `"${hops[0]?.binding.source}"`);
  const start = rival.hops[0]?.binding.start ?? 0;
  const reason = `"${name}" comes from both ${one} and ${other}`;
  return missing(problemAt(module, start, 'duplicate-export', reason));
}

function originOf(resolved: Resolved): string {
  if (resolved.kind === 'declared') return `${resolved.local} ${resolved.module.file}`;
  const last = resolved.hops.at(-1);
  return `${last?.binding.imported} ${last?.file ?? last?.binding.source}`;
}

const missing = (...problems: readonly Problem[]): Resolution => ({ kind: 'missing', problems });
