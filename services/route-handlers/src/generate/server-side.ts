import type { Argument, Expression, ObjectExpression, ObjectProperty } from 'oxc-parser';
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
  const init = initOf(declaration);
  if (init !== undefined) traceValue(init, trace);
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
      traceCallee(value.callee, trace);
      for (const argument of value.arguments) traceArgument(argument, trace);
      return;
    case 'ObjectExpression':
      traceArgument(value, trace);
  }
}

/** `routes.get.bind(routes)` is still that function; `kit.route(...)` is of `kit` only where code is written there. */
function traceCallee(callee: Expression, trace: Trace): void {
  if (callee.type !== 'MemberExpression') return;
  const isBound = callee.property.type === 'Identifier' && callee.property.name === 'bind';
  if (isBound) traceValue(callee.object, trace);
  else traceCode(callee.object, trace);
}

/** What a call makes its value of: for a handler any code, for a request validator its user function. */
function traceArgument(argument: Argument, trace: Trace): void {
  const given = argument.type === 'SpreadElement' ? argument.argument : argument;
  if (trace.role === 'handler') traceCode(given, trace);
  else traceOptions(given, trace);
}

/** Holds what code is declared as; schemas and other data handed over are nobody's. */
function traceCode(expression: Expression, trace: Trace): void {
  const value = unwrap(expression);
  if (value.type === 'MemberExpression') traceCode(value.object, trace);
  if (value.type === 'ObjectExpression') {
    for (const property of value.properties) {
      traceCode(property.type === 'SpreadElement' ? property.argument : property.value, trace);
    }
  }
  if (value.type !== 'Identifier') return;
  for (const declaration of trace.top.declarations.get(value.name) ?? []) {
    const init = initOf(declaration);
    if (declaration.kind === 'function' || (init && holdsFunction(init))) hold(declaration, trace);
    else if (init?.type === 'ObjectExpression' || init?.type === 'Identifier')
      traceCode(init, trace);
  }
}

/** Holds the user function among the options of a request validator, and options that it is written in. */
function traceOptions(expression: Expression, trace: Trace): void {
  const value = unwrap(expression);
  if (value.type === 'ObjectExpression') {
    for (const property of value.properties) {
      if (property.type === 'SpreadElement') traceOptions(property.argument, trace);
      else if (isUser(property)) traceValue(property.value, trace);
    }
  }
  if (value.type !== 'Identifier') return;
  for (const declaration of trace.top.declarations.get(value.name) ?? []) {
    const init = initOf(declaration);
    if (init?.type === 'ObjectExpression' && holdsUser(init)) hold(declaration, trace);
    else if (init) traceOptions(init, trace);
  }
}

const isUser = ({ key, computed }: ObjectProperty): boolean =>
  (key.type === 'Identifier' && !computed && key.name === 'user') ||
  (key.type === 'Literal' && key.value === 'user');

const holdsUser = ({ properties }: ObjectExpression): boolean =>
  properties.some(
    property =>
      property.type === 'Property' && isUser(property) && holdsFunction(unwrap(property.value)),
  );

function holdsFunction(value: Expression): boolean {
  if (value.type === 'FunctionExpression' || value.type === 'ArrowFunctionExpression') return true;
  if (value.type !== 'ObjectExpression') return false;
  return value.properties.some(
    property => property.type === 'Property' && holdsFunction(unwrap(property.value)),
  );
}

function initOf(declaration: Declaration): Expression | undefined {
  if (declaration.kind !== 'variable' || declaration.declarator.init === null) return undefined;
  return unwrap(declaration.declarator.init);
}

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
