/** A command line as a shell splits it: the arguments, or what is wrong with it and where. */
export type Split =
  | { readonly arguments: readonly string[] }
  | { readonly fault: string; readonly at: number };

/**
 * Splits by spaces, tabs and line breaks, as a POSIX shell does with plain words: 'single quotes' hold everything,
 * "double quotes" all but \" \\ \$ \` and a broken line, and a backslash the next character. Nothing is expanded: $, *, ~
 * and | are characters like any other.
 */
export function splitArguments(line: string): Split {
  const found: string[] = [];
  let word: string | undefined;
  let at = 0;
  while (at < line.length) {
    const character = line.charAt(at);
    if (/[ \t\r\n]/.test(character)) {
      if (word !== undefined) found.push(word);
      word = undefined;
      at += 1;
      continue;
    }
    const piece = pieceAt(line, at, character);
    if (piece === undefined) return { fault: faults[character] ?? faults['\\'], at };
    word = (word ?? '') + piece.text;
    at = piece.end;
  }
  return { arguments: word === undefined ? found : [...found, word] };
}

/** The same arguments again, written so that they can be read. */
export function quoteArguments(given: readonly string[]): string {
  return given.map(quote).join(' ');
}

const faults: Readonly<Record<string, string> & Record<'\\', string>> = {
  "'": 'the single quote is not closed',
  '"': 'the double quote is not closed',
  '\\': 'a backslash stands at the end',
};

interface Piece {
  readonly text: string;
  /** Where the line goes on. */
  readonly end: number;
}

/** Undefined where the line ends within it. */
function pieceAt(line: string, at: number, character: string): Piece | undefined {
  if (character === "'") return singleQuoted(line, at);
  if (character === '"') return doubleQuoted(line, at);
  if (character !== '\\') return { text: character, end: at + 1 };
  if (at + 1 === line.length) return undefined;
  return { text: line.charAt(at + 1).replace('\n', ''), end: at + 2 };
}

function singleQuoted(line: string, at: number): Piece | undefined {
  const close = line.indexOf("'", at + 1);
  return close < 0 ? undefined : { text: line.slice(at + 1, close), end: close + 1 };
}

function doubleQuoted(line: string, at: number): Piece | undefined {
  const [all, text] = /"([^"\\]*(?:\\.[^"\\]*)*)"/sy.exec(line.slice(at)) ?? [];
  if (all === undefined || text === undefined) return undefined;
  const plain = text.replace(/\\([\\"$`\n])/g, (_, escaped: string) => escaped.replace('\n', ''));
  return { text: plain, end: at + all.length };
}

function quote(argument: string): string {
  if (/^[\w@%+=:,./-]+$/.test(argument)) return argument;
  const [, flag, value] = /^(--[a-z-]+=)(.*)$/s.exec(argument) ?? [];
  if (flag !== undefined && value !== undefined) return value === '' ? flag : flag + quote(value);
  return `'${argument.replaceAll("'", String.raw`'\''`)}'`;
}
