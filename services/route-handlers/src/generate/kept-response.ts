import type { ArrowFunctionExpression, Program } from 'oxc-parser';
import type { Method } from '../method.ts';
import { hasHeader } from './emit-header.ts';
import { outdentCode } from './emit-lines.ts';
import { freeNames } from './free-names.ts';
import type { LoadedModule, ModuleLoader } from './load-module.ts';
import { endpointName } from './module-names.ts';
import { option } from './request-options.ts';
import type { ResponseSlice } from './route-folder.ts';
import type { Declaration } from './top-level.ts';

/**
 * What an earlier run cut out of a method's config, as the folder's `client.ts` still has it: all that is known of a
 * config that can't be read now. Undefined where there is none.
 */
export function keptResponse(
  client: string,
  method: Method,
  loader: ModuleLoader,
): ResponseSlice | undefined {
  const module = loader.loadShared(client);
  if ('problems' in module || !hasHeader(module.text)) return undefined;
  const [endpoint] = module.top.declarations.get(endpointName(method)) ?? [];
  const response = endpoint && responseFunction(endpoint);
  return response && sliceOf(module, response);
}

function responseFunction(endpoint: Declaration): ArrowFunctionExpression | undefined {
  if (endpoint.kind !== 'variable' || endpoint.declarator.init?.type !== 'CallExpression') {
    return undefined;
  }
  const [given] = endpoint.declarator.init.arguments;
  const value = given?.type === 'ObjectExpression' ? option(given, 'response')?.value : undefined;
  return value?.type === 'ArrowFunctionExpression' ? value : undefined;
}

function sliceOf(
  { program, text, top }: LoadedModule,
  response: ArrowFunctionExpression,
): ResponseSlice | undefined {
  const { body, start, end } = response;
  if (body.type !== 'BlockStatement') return undefined;
  const last = body.body.at(-1);
  if (last?.type !== 'ReturnStatement' || last.argument === null) return undefined;
  const code = outdentCode(text.slice(body.start + 1, last.start), 4).trim();
  const statement: Program['body'][number] = {
    type: 'ExpressionStatement',
    expression: response,
    start,
    end,
  };
  const imports = freeNames(program, statement).flatMap(({ name, asValue }) => {
    const binding = top.imports.get(name);
    if (binding === undefined) return [];
    const { start: _, ...imported } = binding;
    return { ...imported, isType: binding.isType || !asValue };
  });
  return {
    imports,
    statements: code === '' ? [] : [code],
    result: text.slice(last.argument.start, last.argument.end),
  };
}
