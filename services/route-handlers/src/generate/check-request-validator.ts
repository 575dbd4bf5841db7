import type { CallExpression, Expression, ObjectExpression, ObjectProperty } from 'oxc-parser';
import { bodyUse, type Method } from '../method.ts';
import { parsePath } from '../path/segment.ts';
import type { LoadedModule } from './load-module.ts';
import { problemAt } from './parse-module.ts';
import type { Problem } from './problem.ts';
import type { Resolved } from './resolve-export.ts';
import { unwrap } from './server-side.ts';

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
  if (validator.kind !== 'declared' || validator.local === undefined) return [];
  const { module, local } = validator;
  const call = initialOf(module, local);
  if (call?.type !== 'CallExpression' || !makesValidator(module, call)) return [];
  const [given] = call.arguments;
  if (given === undefined || given.type === 'SpreadElement') return [];
  const options = followed(module, given);
  if (options?.type !== 'ObjectExpression') return [];
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

function makesValidator({ top }: LoadedModule, { callee }: CallExpression): boolean {
  const name = 'createRequestValidator';
  if (callee.type === 'Identifier') return top.imports.get(callee.name)?.imported === name;
  return (
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    callee.property.name === name
  );
}

function option({ properties }: ObjectExpression, name: string): ObjectProperty | undefined {
  return properties.find(
    (property): property is ObjectProperty =>
      property.type === 'Property' && keyOf(property) === name,
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

function keyOf({ key, computed }: ObjectProperty): string | undefined {
  if (key.type === 'Identifier' && !computed) return key.name;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : undefined;
}

/** An expression, or what the name it is was declared as. */
function followed(module: LoadedModule, expression: Expression): Expression | undefined {
  const value = unwrap(expression);
  return value.type === 'Identifier' ? initialOf(module, value.name) : value;
}

function initialOf({ top }: LoadedModule, name: string): Expression | undefined {
  for (const declaration of top.declarations.get(name) ?? []) {
    if (declaration.kind !== 'variable' || declaration.declarator.id.type !== 'Identifier')
      continue;
    const { init } = declaration.declarator;
    if (init !== null) return unwrap(init);
  }
  return undefined;
}
