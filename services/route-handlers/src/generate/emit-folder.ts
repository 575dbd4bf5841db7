import { type Clash, emitClient } from './emit-client.ts';
import { emitHook } from './emit-hook.ts';
import { emitRoute } from './emit-route.ts';
import type { ImportExtension } from './import-extension.ts';
import type { RouteFolder } from './route-folder.ts';

export interface EmittedFolder {
  /** Contents by file name. */
  readonly files: ReadonlyMap<string, string>;
  readonly clashes: readonly Clash[];
}

/** Every generated file of a folder; `name` is its route's, as `nameRoutes` gives it. */
export function emitFolder(
  folder: RouteFolder,
  name: string,
  extension: ImportExtension,
): EmittedFolder {
  const route = { path: folder.path, name };
  const client = emitClient(folder, route, extension);
  const hooks = folder.methods.map(
    method => [`use-route-${method.method}.ts`, emitHook(method, route, extension)] as const,
  );
  const files = new Map([
    ['route.ts', emitRoute(folder, extension)],
    ['client.ts', client.content],
    ...hooks,
  ]);
  return { files, clashes: client.clashes };
}
