import type { Response } from '../protocol/result.ts';
import { compileValue } from './expression.ts';
import type { Mistake } from './mistake.ts';
import { strictOperators } from './operators.ts';
import { leadsToHeaders } from './path.ts';
import type { Token } from './token.ts';
import type { Expression } from './translate.ts';
import { indeterminate, kindOf, MismatchError } from './value.ts';

/** How many status codes the text names are tried. */
const maxStatuses = 16;

const conditionMessage = 'and, or, not and if take true or false, in takes a list';
const mismatchHint = 'numbers stand without quotes, text in quotes; headers are text';

/**
 * Evaluates the expression on made-up responses, with and without an answer, for each status its text names:
 * a value of the wrong type that does not depend on a body is a mistake in the text.
 */
export function rehearse(expression: Expression, tokens: readonly Token[]): Mistake | undefined {
  const evaluate = compileValue(expression, strictOperators);
  for (const response of samples(tokens)) {
    const value = evaluate(response);
    if (typeof value === 'boolean' || value === indeterminate) continue;
    if (value instanceof MismatchError) return { message: value.message, hint: mismatchHint };
    // Filtrex's own type errors, which do not say what they came from.
    if (value instanceof Error) return { message: conditionMessage, hint: mismatchHint };
    return {
      message: `the assertion gives ${kindOf(value)} instead of true or false`,
      hint: 'compare it: response.status == 200',
    };
  }
  return undefined;
}

function samples(tokens: readonly Token[]): Response[] {
  const statuses = tokens.filter(token => token.kind === 'number').map(token => Number(token.text));
  return [0, 200, 404, ...statuses.slice(0, maxStatuses)].flatMap(status => {
    const unanswered: Response = {
      status,
      statusText: 'text',
      time: 1,
      config: { url: 'text', method: 'text', headers: {}, data: undefined },
    };
    return [unanswered, { ...unanswered, size: 1, headers: namedHeaders(tokens) }];
  });
}

function namedHeaders(tokens: readonly Token[]): Record<string, string> {
  return Object.fromEntries(
    tokens
      .filter(token => token.kind === 'path')
      .filter(({ steps }) => leadsToHeaders(steps.slice(0, -1)))
      .map(({ steps }) => [String(steps.at(-1)).toLowerCase(), 'text']),
  );
}
