import type { Problem } from '../probe/problem.ts';
import { arrange } from './arrange.ts';
import type { Assertion } from './assertion.ts';
import { compileValue } from './expression.ts';
import { describeFault, type Fault } from './fault.ts';
import { operators } from './operators.ts';
import { rehearse } from './rehearse.ts';
import { tokenize } from './token.ts';
import { translate } from './translate.ts';

export type Compilation =
  | { readonly ok: true; readonly value: Assertion }
  | { readonly ok: false; readonly problems: readonly Problem[] };

/** As long as any text of a probe may be. */
const maxLength = 4096;

/** Compiles an assertion's text; `path` says in its problems where it stands in the probe. */
export function compileAssertion(text: string, path: string): Compilation {
  const compiled = compile(text);
  if (!Array.isArray(compiled)) return { ok: true, value: compiled };
  return { ok: false, problems: compiled.map(fault => describeFault(fault, text, path)) };
}

function compile(text: string): Assertion | Fault[] {
  if (text.trim() === '') return [{ message: 'the assertion is empty' }];
  if (text.length > maxLength) {
    return [{ message: `the assertion is longer than ${maxLength} characters` }];
  }
  const { tokens, fault: unreadable } = tokenize(text);
  const { faults } = translate(tokens);
  if (unreadable !== undefined) return [...faults, unreadable];
  const arranged = arrange(tokens, text.trimEnd().length);
  if ('message' in arranged) return [...faults, arranged];
  if (faults.length > 0) return faults;

  const { expression } = translate(arranged.tokens);
  const mistake = rehearse(expression, arranged.tokens);
  if (mistake !== undefined) return [mistake];
  const evaluate = compileValue(expression, operators);
  return {
    text,
    evaluate: response => {
      const value = evaluate(response);
      return typeof value === 'boolean' ? value : 'unknown';
    },
  };
}
