import type { Response } from '../protocol/result.ts';
import { compileValue } from './expression.ts';
import type { Fault } from './fault.ts';
import { strictOperators } from './operators.ts';
import { leadsToHeaders } from './path.ts';
import type { Token } from './token.ts';
import type { Expression } from './translate.ts';
import { kindOf, missing } from './value.ts';

/** How many status codes the text names are tried. */
const maxStatuses = 16;

const mismatchHint =
  'write numbers without and text in quotes; headers are text; and, or, not and if take true or false';

/**
 * Evaluates the expression on made-up responses, with and without an answer, for each status its text names:
 * a value of the wrong type that does not depend on a body is a mistake in the text.
 */
export function rehearse(expression: Expression, tokens: readonly Token[]): Fault | undefined {
  const evaluate = compileValue(expression, strictOperators);
  for (const response of samples(tokens)) {
    const value = evaluate(response);
    if (typeof value === 'boolean' || value === missing) continue;
    if (value instanceof Error) return { message: value.message, hint: mismatchHint };
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
