import type { Expression, ObjectExpression } from 'oxc-parser';
import { bodyUse, type Method } from '../method.ts';
import { parsePath } from '../path/segment.ts';
import type { LoadedModule } from './load-module.ts';
import { problemAt } from './parse-module.ts';
import type { Problem } from './problem.ts';
import { followed, keyOf, option, requestOptions } from './request-options.ts';
import type { Resolved } from './resolve-export.ts';

export interface CheckedRoute {
  readonly method: Method;
  /** As in `/posts/[postId]`. */
  readonly path: string;
}

/** Checks the options of a `createRequestValidator` call, as far as they are written out. */
export function checkRequestValidator(
  validator: Resolved,
  { method, path }: CheckedRoute,
): readonly Problem[] {
  const written = requestOptions(validator);
  if (written === undefined) return [];
  const { module, options } = written;
  return [
    ...checkBody(module, options, method),
    ...checkParams(module, options, path),
    ...checkHeaders(module, options),
  ];
}

function checkBody(module: LoadedModule, options: ObjectExpression, method: Method): Problem[] {
  const body = option(options, 'body');
  if (body === undefined || bodyUse[method] !== 'never') return [];
  const reason = `the body validator of a ${method.toUpperCase()} is ignored`;
  return [problemAt(module, body.start, 'ignored-body', reason, 'warning')];
}

function checkParams(module: LoadedModule, options: ObjectExpression, path: string): Problem[] {
  const params = option(options, 'params');
  if (params === undefined) return [];
  const names = parsePath(path).flatMap(segment => (segment.kind === 'static' ? [] : segment.name));
  if (names.length === 0) {
    const reason = `there is a params validator, but ${path} has no dynamic segment`;
    return [problemAt(module, params.start, 'params-without-segments', reason)];
  }
  return schemaKeys(module, params.value)
    .filter(({ name }) => !names.includes(name))
    .map(({ name, start }) =>
      problemAt(module, start, 'unknown-param', `"${name}" is no dynamic segment of ${path}`),
    );
}

function checkHeaders(module: LoadedModule, options: ObjectExpression): Problem[] {
  const headers = option(options, 'headers');
  if (headers === undefined) return [];
  return schemaKeys(module, headers.value)
    .filter(({ name }) => name !== name.toLowerCase())
    .map(({ name, start }) =>
      problemAt(module, start, 'headers-case', `the header "${name}" is not in lower case`),
    );
}

/** The keys of an object schema that is written out, as in `Type.Object({ ... })`. */
function schemaKeys(module: LoadedModule, schema: Expression): { name: string; start: number }[] {
  const call = followed(module, schema);
  if (call?.type !== 'CallExpression' || call.callee.type !== 'MemberExpression') return [];
  const { property } = call.callee;
  const [given] = call.arguments;
  if (property.type !== 'Identifier' || !/object$/i.test(property.name)) return [];
  if (given === undefined || given.type === 'SpreadElement') return [];
  const keys = followed(module, given);
  if (keys?.type !== 'ObjectExpression') return [];
  return keys.properties.flatMap(key => {
    const name = key.type === 'Property' ? keyOf(key) : undefined;
    return name === undefined ? [] : { name, start: key.start };
  });
}
