import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Response } from '../protocol/result.ts';
import { compileAssertion } from './compile.ts';

const lexemes = [
  ...['response.status', 'response.body.a', 'response.body', 'response.headers["x"]', 'response'],
  ...['1', '0.5', '007', '"x"', "'y'", '"(a+)+$"', 'true', 'null', 'nope', '__proto__', '"'],
  ...['exists', 'size', 'max', '(', ')', '((', ',', '?', ':', 'if', 'then', 'else', 'of', 'in'],
  ...['==', '!=', '~=', '<', '>=', '+', '-', '*', '/', '%', '^', '!', 'not', '&&', 'or', '=', '\n'],
];
const lexemeSoup = fc
  .array(fc.constantFrom(...lexemes), { maxLength: 40 })
  .chain(parts => fc.constantFrom('', ' ').map(glue => parts.join(glue)));
const anyText = fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 200 }), lexemeSoup);

/** Well-formed expressions, whatever their types and precedence. */
const { expression } = fc.letrec<{ expression: string }>(tie => {
  const part = tie('expression');
  const operator = fc.constantFrom(
    ...[
      '==',
      '!=',
      '<',
      '>=',
      '+',
      '-',
      '*',
      '/',
      '%',
      '^',
      'and',
      'or',
      'in',
      'not in',
      '&&',
      '||',
    ],
  );
  return {
    expression: fc.oneof(
      { maxDepth: 5 },
      fc.constantFrom('1', '"x"', 'true', 'null', 'response.status', 'response.body.a'),
      fc.tuple(part, operator, part).map(parts => parts.join(' ')),
      fc.tuple(fc.constantFrom('not ', '!', '-'), part).map(parts => parts.join('')),
      fc
        .tuple(fc.constantFrom('(', 'exists(', 'size('), part)
        .map(([open, inner]) => `${open}${inner})`),
      fc.tuple(part, part, part).map(([test, yes, no]) => `${test} ? ${yes} : ${no}`),
      fc.tuple(part, part, part).map(([test, yes, no]) => `if ${test} then ${yes} else ${no}`),
    ),
  };
});

const anyValue = fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true });
const anyResponse: fc.Arbitrary<Response> = fc
  .record({
    status: fc.integer(),
    headers: fc.dictionary(fc.string(), fc.string()),
    body: anyValue,
  })
  .map(({ status, headers, body }) => ({
    ...{ status, statusText: '', time: 0, size: 0, headers, body, data: body },
    config: { url: '', method: '', headers, data: body },
  }));

/** A condition on the status, and the same in JavaScript. */
interface Condition {
  readonly text: string;
  readonly holds: (status: number) => boolean;
}

const relations: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
};
const comparison: fc.Arbitrary<Condition> = fc
  .tuple(fc.constantFrom(...Object.entries(relations)), fc.integer({ min: -5, max: 5 }))
  .map(([[operator, compare], bound]) => ({
    text: `response.status ${operator} ${bound}`,
    holds: status => compare(status, bound),
  }));

const { condition } = fc.letrec<{ condition: Condition }>(tie => ({
  condition: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    comparison,
    fc.tuple(fc.constantFrom('not ', '!'), tie('condition')).map(
      ([not, inner]): Condition => ({
        text: `${not}(${inner.text})`,
        holds: status => !inner.holds(status),
      }),
    ),
    fc.tuple(tie('condition'), fc.constantFrom('and', '&&'), tie('condition')).map(
      ([left, and, right]): Condition => ({
        text: `(${left.text}) ${and} (${right.text})`,
        holds: status => left.holds(status) && right.holds(status),
      }),
    ),
    fc.tuple(tie('condition'), fc.constantFrom('or', '||'), tie('condition')).map(
      ([left, or, right]): Condition => ({
        text: `(${left.text} ${or} ${right.text})`,
        holds: status => left.holds(status) || right.holds(status),
      }),
    ),
    fc.tuple(tie('condition'), tie('condition'), tie('condition'), fc.boolean()).map(
      ([test, yes, no, words]): Condition => ({
        text: words
          ? `(if ${test.text} then ${yes.text} else ${no.text})`
          : `(${test.text} ? ${yes.text} : ${no.text})`,
        holds: status => (test.holds(status) ? yes.holds(status) : no.holds(status)),
      }),
    ),
  ),
}));

describe('compileAssertion, on anything', () => {
  it('never throws: random text is compiled or has problems with a message', () => {
    fc.assert(
      fc.property(anyText, text => {
        const compiled = compileAssertion(text, 'here');
        if (compiled.ok) return;
        expect(compiled.problems.length).toBeGreaterThan(0);
        for (const { path, message } of compiled.problems) {
          expect(path).toBe('here');
          expect(message).not.toBe('');
        }
      }),
      { numRuns: 2000 },
    );
  });

  it('leaves no well-formed expression for filtrex to refuse', () => {
    fc.assert(
      fc.property(expression, text => {
        const compiled = compileAssertion(text, '');
        const messages = compiled.ok ? [] : compiled.problems.map(problem => problem.message);
        expect(messages.join()).not.toMatch(/too complex|missing|unexpected/);
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    'response.body.a > 1 or response.body[0] == "x"',
    'response.body.a.b ~= "x" and response.headers["x"] != response.body.a',
    'size(response.body) > 1 or includes(response.body, "a")',
    'has(response.body, "a.b") or isEmpty(response.body.a) or response.body + 1 == 2',
    'not response.body or response.body in (1, "a") or abs(response.body) > 1',
  ])('evaluates to true, false or unknown on random responses: %s', text => {
    const compiled = compileAssertion(text, '');
    expect(compiled).toHaveProperty('ok', true);
    fc.assert(
      fc.property(anyResponse, response => {
        if (compiled.ok)
          expect([true, false, 'unknown']).toContain(compiled.value.evaluate(response));
      }),
      { numRuns: 500 },
    );
  });

  it('agrees with JavaScript on random conditions over the status', () => {
    fc.assert(
      fc.property(condition, fc.integer({ min: -6, max: 6 }), ({ text, holds }, status) => {
        const response: Response = {
          ...{ status, statusText: '', time: 0 },
          config: { url: '', method: '', headers: {}, data: undefined },
        };
        const compiled = compileAssertion(text, '');
        // A condition may also have grown too long.
        fc.pre(compiled.ok || text.length < 1000);
        expect(compiled.ok && compiled.value.evaluate(response)).toBe(holds(status));
      }),
      { numRuns: 1000 },
    );
  });
});
