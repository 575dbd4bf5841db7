import { dirname, join, relative, sep } from 'node:path';
import type { ModuleLoader } from './load-module.ts';
import { problemAt } from './parse-module.ts';
import { isConfigSource, refusedImport } from './refused-import.ts';
import { mayHaveUser } from './request-options.ts';
import type { Hop, Resolved } from './resolve-export.ts';
import type { ServerExport } from './server-side.ts';
import { type Sliced, slice } from './slice.ts';
import type { ImportBinding } from './top-level.ts';

export interface SlicePlace {
  /** Absolute; the slice's own. */
  readonly folder: string;
  /** Absolute; the config's file. */
  readonly config: string;
  readonly loader: ModuleLoader;
}

/**
 * The response schema for a browser: imported from the first module on its way that holds nothing of the server,
 * or cut out of the one that declares it.
 */
export function sliceResponse(
  response: Resolved,
  server: ReadonlyMap<ServerExport, Resolved>,
  { folder, config, loader }: SlicePlace,
): Sliced {
  const held = serverModules(config, server);
  const clean = response.hops.find(hop => refuse(hop.binding, hop.file, held) === undefined);
  const place = (source: string, from: string) => placedSource(source, dirname(from), folder);
  if (clean !== undefined) {
    const local = clean === response.hops[0] ? clean.binding.local : 'responseValidator';
    const { source, imported, attributes } = clean.binding;
    const name = {
      source: place(source, clean.from.file),
      imported,
      local,
      isType: false,
      attributes,
    };
    return { imports: [name], statements: [], result: local };
  }
  if (response.kind === 'outside' || response.local === undefined)
    return unreachable(response, held);
  const { module, local } = response;
  const locals = Array.from(server).flatMap(([name, resolved]) =>
    resolved.kind === 'declared' && resolved.module === module && resolved.local !== undefined
      ? [[name, resolved.local] as const]
      : [],
  );
  const request = server.get('requestValidator');
  const isShared = request !== undefined && !mayHaveUser(request);
  return slice({
    module,
    local,
    server: new Map(locals),
    isElsewhere: dirname(module.file) !== folder,
    refuseImport: binding => {
      // where only the config itself holds something, its name tells
      const file = held.size === 1 ? undefined : loader.find(binding.source, module.file);
      const isHarmless = isShared && held.get(file ?? '') === 'requestValidator';
      return refuse(binding, file, isHarmless ? new Map() : held);
    },
    place: source => place(source, module.file),
  });
}

/** Modules on the way to what only the server may hold, by file or source, with what they hold. */
function serverModules(
  config: string,
  server: ReadonlyMap<ServerExport, Resolved>,
): ReadonlyMap<string, ServerExport> {
  const held = new Map<string, ServerExport>([[config, 'handler']]);
  for (const [name, { hops }] of server) {
    for (const { file, binding } of hops) {
      // a package may offer a request validator to browsers too
      const module = file ?? (name === 'handler' ? binding.source : undefined);
      if (module !== undefined && !held.has(module)) held.set(module, name);
    }
  }
  return held;
}

function refuse(
  { source }: ImportBinding,
  file: string | undefined,
  held: ReadonlyMap<string, ServerExport>,
): string | undefined {
  const name = held.get(file ?? source);
  const isConfig = isConfigSource(source) || (file !== undefined && isConfigSource(file));
  if (isConfig) return refusedImport('./route.get.config.ts');
  return name === undefined ? refusedImport(source) : `which also holds ${name}`;
}

function unreachable({ hops }: Resolved, held: ReadonlyMap<string, ServerExport>): Sliced {
  const last: Hop | undefined = hops.at(-1);
  const [first] = hops;
  if (last === undefined || first === undefined)
    throw new RangeError('The schema comes from nowhere');
  const why = refuse(last.binding, last.file, held) ?? 'which has no name for it';
  const reason = `responseValidator comes from "${last.binding.source}", ${why}`;
  return { problems: [problemAt(first.from, first.binding.start, 'server-schema', reason)] };
}

/** A module's source as another folder has to write it. */
function placedSource(source: string, from: string, to: string): string {
  if (from === to || !source.startsWith('.')) return source;
  const path = relative(to, join(from, source)).split(sep).join('/');
  return path.startsWith('.') ? path : `./${path}`;
}
