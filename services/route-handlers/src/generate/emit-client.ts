import { emitHeader } from './emit-header.ts';
import type { NamedRoute } from './emit-hook.ts';
import { emitImports } from './emit-imports.ts';
import { indentCode } from './emit-lines.ts';
import { emitInComment, emitLiteral } from './emit-literal.ts';
import type { ImportExtension } from './import-extension.ts';
import { configImport, configName, endpointName } from './module-names.ts';
import { placeImports } from './place-imports.ts';
import type { RouteFolder, RouteMethod } from './route-folder.ts';

const runtime = '@picket/route-handlers/client';
const runtimeNames = [
  { imported: 'CallArguments', isType: true },
  { imported: 'CallOutput', isType: true },
  { imported: 'defineEndpoint', isType: false },
  { imported: 'Endpoint', isType: true },
  { imported: 'RouteClient', isType: false },
];

/** The text of a folder's `client.ts`, and the names in it that could not be told apart. */
export interface EmittedClient {
  readonly content: string;
  readonly clashes: readonly Clash[];
}

/** A type that two configs import from different places by one name. */
export interface Clash {
  /** Name of the config file that is to change. */
  readonly file: string;
  readonly name: string;
}

export function emitClient(
  { methods }: RouteFolder,
  { path, name }: NamedRoute,
  extension: ImportExtension,
): EmittedClient {
  const className = `${name}Client`;
  const own = [
    ...runtimeNames.map(({ imported }) => imported),
    ...methods.flatMap(({ method }) => [configName(method), endpointName(method)]),
    className,
  ];
  const { imports, rebound, clashes } = placeImports(methods, own);
  const content = [
    emitHeader(methods.map(({ file }) => file)),
    emitImports([
      ...runtimeNames.map(name => ({
        ...name,
        source: runtime,
        local: name.imported,
        attributes: '',
      })),
      ...methods.map(method => configImport(method, extension, { isType: true })),
      ...imports,
    ]),
    '',
    ...methods.flatMap(method => [
      ...emitEndpoint(method, path, rebound.get(method.method) ?? new Map()),
      '',
    ]),
    `/** Calls \`${emitInComment(path)}\`. */`,
    `export class ${className} extends RouteClient {`,
    methods.map(emitMethod).join('\n\n'),
    '}',
    '',
  ].join('\n');
  return { content, clashes };
}

function emitEndpoint(
  { method, response }: RouteMethod,
  path: string,
  rebound: ReadonlyMap<string, string>,
): string[] {
  const type = `Endpoint<typeof ${configName(method)}>`;
  const name = endpointName(method);
  return [
    `export const ${name}: ${type} = /* @__PURE__ */ defineEndpoint({`,
    `  method: '${method.toUpperCase()}',`,
    `  path: ${emitLiteral(path)},`,
    '  response: () => {',
    ...Array.from(rebound, ([local, alias]) => `    const ${local} = ${alias};`),
    ...response.statements.map(statement => indentCode(terminated(statement), 4)),
    indentCode(`return ${response.result.trim()};`, 4),
    '  },',
    '});',
  ];
}

function emitMethod({ method }: RouteMethod): string {
  const type = `typeof ${configName(method)}`;
  return [
    `  async ${method}(...[input]: CallArguments<${type}>): Promise<CallOutput<${type}>> {`,
    `    return this.call(${endpointName(method)}, input);`,
    '  }',
  ].join('\n');
}

function terminated(statement: string): string {
  const code = statement.trim();
  return /[;}]$/.test(code) ? code : `${code};`;
}
