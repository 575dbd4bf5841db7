import { emitHeader } from './emit-header.ts';
import { emitImports } from './emit-imports.ts';
import { emitList } from './emit-lines.ts';
import { emitLiteral } from './emit-literal.ts';
import type { ImportExtension } from './import-extension.ts';
import { configImport, configName } from './module-names.ts';
import type { RouteFolder } from './route-folder.ts';

const runtime = '@picket/route-handlers/fetch';

/** The text of a folder's `route.ts`: a handler for each method, for Next and any server that speaks fetch. */
export function emitRoute({ path, methods }: RouteFolder, extension: ImportExtension): string {
  const imports = [
    { source: runtime, imported: 'createRouteHandler', isType: false },
    { source: runtime, imported: 'RouteHandler', isType: true },
  ].map(name => ({ ...name, local: name.imported, attributes: '' }));
  const configs = methods.map(method => configImport(method, extension, { isType: false }));
  const handlers = methods.map(({ method }) => {
    const name = method.toUpperCase();
    const values = [`'${name}'`, emitLiteral(path), configName(method)];
    const call = `export const ${name}: RouteHandler = createRouteHandler`;
    return emitList(call, ['(', ')'], values, ';');
  });
  return [
    emitHeader(methods.map(({ file }) => file)),
    emitImports([...imports, ...configs]),
    '',
    handlers.join('\n\n'),
    '',
  ].join('\n');
}
