import { parseSync, type Span, Visitor } from 'oxc-parser';

/**
 * Numbers, from 0, of the lines of some statements that begin inside a template or a string: put anything before
 * them, and the value is another.
 */
export function linesInStrings(code: string): ReadonlySet<number> {
  const found = new Set<number>();
  const { program, errors } = parseSync('code.ts', code, { sourceType: 'module' });
  if (errors.length > 0) throw new SyntaxError(`A slice can't be parsed: ${errors[0]?.message}`);
  const breaks = lineBreaks(code);
  const add = ({ start, end }: Span): void => {
    for (
      let at = code.indexOf('\n', start);
      at !== -1 && at < end;
      at = code.indexOf('\n', at + 1)
    ) {
      found.add(breaks.get(at) ?? 0);
    }
  };
  new Visitor({ TemplateElement: add, Literal: add }).visit(program);
  return found;
}

/** The number of the line that each line break begins, by its offset. */
function lineBreaks(code: string): ReadonlyMap<number, number> {
  return new Map(Array.from(code.matchAll(/\n/g), ({ index }, n) => [index, n + 1]));
}
