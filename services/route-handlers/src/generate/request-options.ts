import type { CallExpression, Expression, ObjectExpression, ObjectProperty } from 'oxc-parser';
import type { LoadedModule } from './load-module.ts';
import type { Resolved } from './resolve-export.ts';
import { unwrap } from './server-side.ts';

/** The options of a `createRequestValidator` call and the module they stand in; undefined where they aren't written out. */
export function requestOptions(
  validator: Resolved,
): { readonly module: LoadedModule; readonly options: ObjectExpression } | undefined {
  if (validator.kind !== 'declared' || validator.local === undefined) return undefined;
  const { module, local } = validator;
  const call = initialOf(module, local);
  if (call?.type !== 'CallExpression' || !makesValidator(module, call)) return undefined;
  const [given] = call.arguments;
  if (given === undefined || given.type === 'SpreadElement') return undefined;
  const options = followed(module, given);
  return options?.type === 'ObjectExpression' ? { module, options } : undefined;
}

/** Whether a request validator may have a user function; only one that is written out can be known to have none. */
export function mayHaveUser(validator: Resolved): boolean {
  const written = requestOptions(validator);
  if (written === undefined) return true;
  const { options } = written;
  const isOpen = options.properties.some(
    property => property.type === 'SpreadElement' || keyOf(property) === undefined,
  );
  return isOpen || option(options, 'user') !== undefined;
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

/** One of the options, by its name. */
export function option({ properties }: ObjectExpression, name: string): ObjectProperty | undefined {
  return properties.find(
    (property): property is ObjectProperty =>
      property.type === 'Property' && keyOf(property) === name,
  );
}

/** A key that is written out. */
export function keyOf({ key, computed }: ObjectProperty): string | undefined {
  if (key.type === 'Identifier' && !computed) return key.name;
  return key.type === 'Literal' && typeof key.value === 'string' ? key.value : undefined;
}

/** An expression, or what the name it is was declared as. */
export function followed(module: LoadedModule, expression: Expression): Expression | undefined {
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
