import { ImportError } from './import-error.ts';

/** Collections inside each other: folders, and a deep body among them. */
const mostLevels = 200;

/**
 * Parses JSON in time and memory bounded by its length: what would take more is found in one pass over the text
 * before anything is built. Throws `ImportError`.
 */
export function readJson(text: string): unknown {
  if (text.trim() === '') throw failure('is empty');
  const tooDeepAt = placeOfDepth(text);
  if (tooDeepAt !== undefined) {
    throw failure(`line ${lineOf(text, tooDeepAt)} is nested more than ${mostLevels} levels deep`);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    throw failure(`is no JSON${placeOf(text, error.message)}`);
  }
}

const failure = (message: string) => new ImportError([{ path: '', message }]);

/** Where, in characters, the text opens one level too many; strings are passed over. */
function placeOfDepth(text: string): number | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case quote:
        at = endOfString(text, at);
        break;
      case openBrace:
      case openBracket:
        if (++depth > mostLevels) return at;
        break;
      case closeBrace:
      case closeBracket:
        depth--;
    }
  }
  return undefined;
}

const [quote, backslash, openBrace, closeBrace, openBracket, closeBracket] = Buffer.from('"\\{}[]');

/** The place of the quote that ends the string that begins there, else the end of the text. */
function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === backslash) at++;
    else if (code === quote) return at;
  }
  return text.length;
}

/** The engine's own message may quote the text, which may hold secrets: only the place is taken from it. */
function placeOf(text: string, message: string): string {
  const [, position] = /at position (\d+)/.exec(message) ?? [];
  if (position !== undefined) return `: line ${lineOf(text, Number(position))} cannot be read`;
  return /end of JSON/.test(message) ? ': it ends too early' : '';
}

function lineOf(text: string, position: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < position; at = text.indexOf('\n', at + 1))
    line++;
  return line;
}
