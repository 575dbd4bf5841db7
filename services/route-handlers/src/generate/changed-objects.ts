import type { CallExpression, Expression, Program } from 'oxc-parser';
import { unwrap } from './server-side.ts';

/**
 * Names whose objects statements at a module's top change, as in `parts.id = x`, `parts.push(x)` and
 * `Object.assign(parts, x)`, with where they do.
 */
export function changedObjects(program: Program): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const statement of program.body) {
    if (statement.type !== 'ExpressionStatement') continue;
    const name = changedBy(unwrap(statement.expression));
    if (name !== undefined) found.set(name, statement.start);
  }
  return found;
}

function changedBy(expression: Expression): string | undefined {
  switch (expression.type) {
    case 'AssignmentExpression':
      return expression.left.type === 'MemberExpression' ? rootOf(expression.left) : undefined;
    case 'UpdateExpression':
      return expression.argument.type === 'MemberExpression'
        ? rootOf(expression.argument)
        : undefined;
    case 'UnaryExpression':
      return expression.operator === 'delete' ? rootOf(expression.argument) : undefined;
    case 'CallExpression':
      return changedByCall(expression);
    default:
      return undefined;
  }
}

function changedByCall({ callee, arguments: [target] }: CallExpression): string | undefined {
  if (callee.type !== 'MemberExpression') return undefined;
  const owner = rootOf(callee);
  if (owner !== 'Object' && owner !== 'Reflect') return owner;
  const isChange =
    callee.property.type === 'Identifier' &&
    /^(?:assign|define|delete|set)/.test(callee.property.name);
  return isChange && target && target.type !== 'SpreadElement' ? rootOf(target) : undefined;
}

function rootOf(expression: Expression): string | undefined {
  const value = unwrap(expression);
  if (value.type === 'Identifier') return value.name;
  if (value.type !== 'MemberExpression' || value.object.type === 'Super') return undefined;
  return rootOf(value.object);
}
