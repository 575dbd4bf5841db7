import { compileExpression, type Operators } from 'filtrex';
import type { Response } from '../protocol/result.ts';
import { callables } from './functions.ts';
import type { Expression } from './translate.ts';

/**
 * Filtrex's function for the expression. It gives the expression's value, or the error that kept it from
 * one; it never throws. Throws what filtrex's parser refuses.
 */
export function compileValue(
  { source, operands }: Expression,
  operators: Operators,
): (response: Response) => unknown {
  return compileExpression(source, {
    operators,
    extraFunctions: callables,
    customProp: (name, _, response) => operands[Number(name)]?.(response),
  });
}
