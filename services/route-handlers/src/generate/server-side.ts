import type { Argument, Expression, ObjectExpression, SpreadElement } from 'oxc-parser';
import type { Declaration, TopLevel } from './top-level.ts';

/** Exports of a config that only the server may hold. */
export type ServerExport = 'handler' | 'requestValidator';

/**
 * The declarations of a module that hold code of its handler or user function, by what they hold. Followed are
 * names, members, and functions and objects handed to a call; a function that the handler only calls is none.
 */
export function serverDeclarations(
  top: TopLevel,
  locals: ReadonlyMap<ServerExport, string>,
): ReadonlyMap<Declaration, ServerExport> {
  const held = new Map<Declaration, ServerExport>();
  for (const [role, local] of locals) holdName(local, { top, held, role });
  return held;
}

interface Trace {
  readonly top: TopLevel;
  readonly held: Map<Declaration, ServerExport>;
  readonly role: ServerExport;
}

function holdName(name: string, trace: Trace): void {
  for (const declaration of trace.top.declarations.get(name) ?? []) hold(declaration, trace);
}

function hold(declaration: Declaration, trace: Trace): void {
  if (declaration.kind === 'type' || trace.held.has(declaration)) return;
  trace.held.set(declaration, trace.role);
  if (declaration.kind === 'variable' && declaration.declarator.init !== null) {
    traceValue(declaration.declarator.init, trace);
  }
}

/** What the value itself is taken from. */
function traceValue(expression: Expression, trace: Trace): void {
  const value = unwrap(expression);
  switch (value.type) {
    case 'Identifier':
      holdName(value.name, trace);
      return;
    case 'MemberExpression':
      if (value.object.type !== 'Super') traceValue(value.object, trace);
      return;
    case 'ConditionalExpression':
      traceValue(value.consequent, trace);
      traceValue(value.alternate, trace);
      return;
    case 'LogicalExpression':
      traceValue(value.left, trace);
      traceValue(value.right, trace);
      return;
    case 'CallExpression':
      // `routes.get.bind(routes)`, but not `Type.Object(...)`
      if (value.callee.type === 'MemberExpression') traceOwner(value.callee.object, trace);
      for (const argument of value.arguments) traceGiven(argument, trace);
      return;
    case 'ObjectExpression':
      traceProperties(value, trace);
  }
}

/** An object whose method is called: it holds the code where it is written out here. */
function traceOwner(expression: Expression, trace: Trace): void {
  const value = unwrap(expression);
  if (value.type === 'MemberExpression') traceOwner(value.object, trace);
  if (value.type === 'Identifier') traceGiven(value, trace);
}

/** What a value may be made of: code in it counts, schemas and other data don't. */
function traceGiven(given: Argument | SpreadElement, trace: Trace): void {
  const value = unwrap(given.type === 'SpreadElement' ? given.argument : given);
  if (value.type === 'ObjectExpression') traceProperties(value, trace);
  if (value.type !== 'Identifier') return;
  for (const declaration of trace.top.declarations.get(value.name) ?? []) {
    if (declaration.kind === 'function') hold(declaration, trace);
    if (declaration.kind !== 'variable' || declaration.declarator.init === null) continue;
    const init = unwrap(declaration.declarator.init);
    if (isFunction(init) || (init.type === 'ObjectExpression' && holdsFunction(init))) {
      hold(declaration, trace);
    } else if (init.type === 'ObjectExpression') {
      traceProperties(init, trace);
    } else if (init.type === 'Identifier') {
      traceGiven(init, trace);
    }
  }
}

function traceProperties({ properties }: ObjectExpression, trace: Trace): void {
  for (const property of properties) {
    traceGiven(property.type === 'SpreadElement' ? property : property.value, trace);
  }
}

function holdsFunction({ properties }: ObjectExpression): boolean {
  return properties.some(property => {
    if (property.type === 'SpreadElement') return false;
    const value = unwrap(property.value);
    return isFunction(value) || (value.type === 'ObjectExpression' && holdsFunction(value));
  });
}

const isFunction = ({ type }: { readonly type: string }): boolean =>
  type === 'FunctionExpression' || type === 'ArrowFunctionExpression';

/** An expression without brackets and what only TypeScript reads. */
export function unwrap<E extends Expression | Argument>(expression: E): E | Expression {
  switch (expression.type) {
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'TSNonNullExpression':
    case 'TSInstantiationExpression':
    case 'ChainExpression':
      return unwrap(expression.expression);
    case 'AwaitExpression':
      return unwrap(expression.argument);
    default:
      return expression;
  }
}
