import type { Mistake } from './mistake.ts';
import type { Operator, Token } from './token.ts';

/** Deeper nesting is refused, so that no parser behind this one runs out of stack. */
const maxDepth = 64;

const relations: readonly string[] = ['==', '!=', '~=', '<', '<=', '>', '>=', 'in', 'not'];
const binary: readonly string[] = [...relations, '+', '-', '*', '/', '^', 'mod', 'and', 'or'];

/**
 * Checks the order of the tokens, telling of the first that can't stand where it does, and writes
 * `a ? b : c` as `if a then b else c`: of the former filtrex warns on the console.
 */
export function arrange(tokens: readonly Token[], end: number): { tokens: Token[] } | Mistake {
  try {
    return { tokens: new Arrangement(tokens, end).whole() };
  } catch (error) {
    if (error instanceof OrderError) return error.mistake;
    throw error;
  }
}

class OrderError extends Error {
  readonly mistake: Mistake;

  constructor(mistake: Mistake) {
    super(mistake.message);
    this.mistake = mistake;
  }
}

/** Recursive descent, as deep as `maxDepth`. Precedence is left to filtrex. */
class Arrangement {
  readonly #tokens: readonly Token[];
  /** Index into the text just after it. */
  readonly #end: number;
  readonly #output: Token[] = [];
  #next = 0;
  #depth = 0;

  constructor(tokens: readonly Token[], end: number) {
    this.#tokens = tokens;
    this.#end = end;
  }

  whole(): Token[] {
    this.#expression();
    if (this.#token !== undefined)
      throw this.#refusal(`unexpected ${spelled(this.#token)}`, misplaced(this.#token));
    return this.#output;
  }

  get #token(): Token | undefined {
    return this.#tokens[this.#next];
  }

  #expression(): void {
    this.#depth += 1;
    if (this.#depth > maxDepth) throw this.#refusal(`more than ${maxDepth} levels of nesting`);
    const start = this.#output.length;
    this.#operands();
    const question = this.#take('?', 'then');
    if (question !== undefined) {
      this.#output.splice(start, 0, { ...question, kind: 'operator', text: 'if' });
      this.#expression();
      this.#expect(':', question, 'else');
      this.#expression();
    }
    this.#depth -= 1;
  }

  #operands(): void {
    let isNegated = this.#operand();
    while (this.#isAt(...binary)) {
      const operator = this.#token;
      if (isNegated && this.#isAt(...relations)) {
        throw this.#refusal(
          `"not" applies to the value before ${spelled(operator)}, not to the comparison`,
          'write not (a == b)',
        );
      }
      const joins = this.#isAt('and', 'or');
      if (this.#take('not') !== undefined) this.#expect('in', operator);
      else this.#shift();
      const negates = this.#operand();
      isNegated = negates || (isNegated && !joins);
    }
  }

  /** One value; whether a `not` stands before it. */
  #operand(): boolean {
    const first = this.#next;
    while (this.#isAt('not', '-')) this.#shift();
    const isNegated = this.#tokens
      .slice(first, this.#next)
      .some(token => token.kind === 'operator' && token.text === 'not');

    this.#value();
    return isNegated;
  }

  #value(): void {
    const token = this.#token;
    if (token === undefined) throw this.#refusal('the assertion ends where a value is missing');
    if (this.#take('(') !== undefined) this.#list(token);
    else if (this.#take('if') !== undefined) this.#conditional(token);
    else if (token.kind === 'operator')
      throw this.#refusal(`a value is missing before ${spelled(token)}`);
    else this.#operandOrCall();
  }

  #operandOrCall(): void {
    const token = this.#shift();
    if (token?.kind !== 'name') return;
    const call = this.#take('(');
    if (call !== undefined && this.#take(')') === undefined) this.#list(call);
  }

  #list(opener: Token): void {
    do this.#expression();
    while (this.#take(',') !== undefined);
    this.#expect(')', opener);
  }

  #conditional(opener: Token): void {
    this.#expression();
    this.#expect('then', opener);
    this.#expression();
    this.#expect('else', opener);
    this.#expression();
  }

  #isAt(...operators: readonly string[]): boolean {
    return this.#token?.kind === 'operator' && operators.includes(this.#token.text);
  }

  /** Moves on past the operator if it is the next token, written to the output as `written`. */
  #take(operator: Operator, written: Operator = operator): Token | undefined {
    const token = this.#token;
    if (token?.kind !== 'operator' || token.text !== operator) return undefined;
    this.#next += 1;
    this.#output.push({ ...token, text: written });
    return token;
  }

  #expect(operator: Operator, opener: Token | undefined, written: Operator = operator): void {
    if (this.#take(operator, written) !== undefined) return;
    const found =
      this.#token === undefined ? 'the assertion ends' : `found ${spelled(this.#token)}`;
    throw this.#refusal(
      `"${operator}" is missing after ${spelled(opener)}: ${found}`,
      this.#token && misplaced(this.#token),
    );
  }

  #shift(): Token | undefined {
    const token = this.#token;
    if (token !== undefined) this.#output.push(token);
    this.#next += 1;
    return token;
  }

  #refusal(message: string, hint?: string): OrderError {
    const at = this.#token?.at ?? this.#end;
    return new OrderError({ at, message, ...(hint === undefined ? {} : { hint }) });
  }
}

function spelled(token: Token | undefined): string {
  if (token === undefined) return 'the end';
  if (token.kind === 'path') return ['response', ...token.steps].join('.');
  return JSON.stringify(token.text);
}

/** What its author may have meant by a token after a complete value. */
function misplaced(token: Token): string | undefined {
  if (token.kind !== 'operator') return 'an operator such as ==, and, or is missing before it';
  if (token.text === '(') return 'functions take the value: includes(response.body, "ok")';
  if (token.text === 'of') return 'of reads a member of a path: name of response.body';
  if (token.text === ')') return 'it closes nothing';
  return undefined;
}
