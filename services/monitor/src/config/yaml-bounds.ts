import { Lexer } from 'yaml';

/** Lexical tokens of a file: a hundred thousand small probes have three million. */
const maxTokens = 5_000_000;
/** A document takes two kilobytes, be it empty. */
const maxDocuments = 250_000;
/** Collections inside each other; a probe with a deep body needs a dozen. */
export const maxDepth = 100;

const opening = new Set(['[', '{']);
const closing = new Set([']', '}']);
const nesting = new Set(['-', '?']);

/**
 * Why the text would take too much memory or stack to parse, found in one pass without building anything:
 * the parser needs a kilobyte for every value, and its stack is as deep as the text is nested.
 */
export function excessOf(
  text: string,
): { readonly message: string; readonly offset: number } | undefined {
  let tokens = 0;
  let documents = 1;
  let offset = 0;
  let flowDepth = 0;
  let depthOnLine = 0;
  for (const token of new Lexer().lex(text)) {
    tokens += 1;
    if (opening.has(token)) flowDepth += 1;
    else if (closing.has(token)) flowDepth -= 1;
    else if (token.startsWith('\n') || token.startsWith('\r')) depthOnLine = 0;
    else if (token === '---') documents += 1;
    else if (nesting.has(token)) depthOnLine += 1;
    if (flowDepth + depthOnLine > maxDepth) return { message: tooDeep, offset };
    if (documents > maxDocuments) return { message: 'holds too many documents', offset };
    if (tokens > maxTokens) return { message: 'holds too many values', offset };
    if (!isMarker(token)) offset += token.length;
  }
  return undefined;
}

export const tooDeep = `is nested more than ${maxDepth} levels deep`;

/** The lexer announces documents, scalars and errors by control characters that are not in the text. */
function isMarker(token: string): boolean {
  return token === '\u0002' || token === '\u0018' || token === '\u001f';
}
