import { parseSync, type Span, Visitor } from 'oxc-parser';

/**
 * Numbers, from 0, of the lines of some statements that begin inside a template or a string: put anything before
 * them, and the value is another.
 */
export function linesInStrings(code: string): ReadonlySet<number> {
  const found = new Set<number>();
  const { program, errors } = parseSync('code.ts', code, { sourceType: 'module' });
  if (errors.length > 0) throw new SyntaxError(`A slice can't be parsed: ${errors[0]?.message}`);
  const starts = lineStarts(code);
  const add = ({ start, end }: Span): void => {
    for (const [line, offset] of starts.entries()) {
      if (offset > start && offset <= end) found.add(line);
    }
  };
  new Visitor({ TemplateElement: add, Literal: add }).visit(program);
  return found;
}

function lineStarts(code: string): number[] {
  return [0, ...Array.from(code.matchAll(/\n/g), ({ index }) => index + 1)];
}
