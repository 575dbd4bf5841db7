import { emitHeader } from './emit-header.ts';
import { emitImports } from './emit-imports.ts';
import { emitList } from './emit-lines.ts';
import { emitInComment } from './emit-literal.ts';
import type { ImportExtension } from './import-extension.ts';
import { configImport, configName, endpointName, importPath } from './module-names.ts';
import type { RouteMethod } from './route-folder.ts';

const runtime = '@picket/route-handlers/react';

export interface NamedRoute {
  /** As in `/posts/[postId]`. */
  readonly path: string;
  /** As in `PostsPostId`. */
  readonly name: string;
}

/** The text of a method's `use-route-<method>.ts`. */
export function emitHook(
  route: RouteMethod,
  { path, name }: NamedRoute,
  extension: ImportExtension,
): string {
  const { method } = route;
  const endpoint = endpointName(method);
  const imports = [
    { source: runtime, imported: 'HookOptions', isType: true },
    { source: runtime, imported: 'HookResult', isType: true },
    { source: runtime, imported: 'useRoute', isType: false },
    { source: importPath('client.ts', extension), imported: endpoint, isType: false },
  ].map(name => ({ ...name, local: name.imported, attributes: '' }));
  const type = `typeof ${configName(method)}`;
  const verb = `${method.charAt(0).toUpperCase()}${method.slice(1)}`;
  return [
    emitHeader([route.file]),
    "'use client';",
    '',
    emitImports([...imports, configImport(route, extension, { isType: true })]),
    '',
    `/** Calls \`${method.toUpperCase()} ${emitInComment(path)}\`. */`,
    emitList(
      `export function use${verb}${name}`,
      ['(', ')'],
      [`hookOptions?: HookOptions<${type}>`],
      `: HookResult<${type}> {`,
    ),
    `  return useRoute(${endpoint}, hookOptions);`,
    '}',
    '',
  ].join('\n');
}
