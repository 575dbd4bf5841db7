import type { Mistake } from './mistake.ts';

const words = ['and', 'or', 'not', 'in', 'of', 'mod', 'if', 'then', 'else'] as const;
const symbols = [
  ...(['==', '!=', '~=', '<=', '>=', '<', '>', '+', '-', '*', '/', '^'] as const),
  ...(['(', ')', ',', '?', ':'] as const),
];

/** Operators and punctuation, as filtrex spells them. */
export type Operator = (typeof words)[number] | (typeof symbols)[number];

/** Other spellings of an operator. */
const synonyms: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...[...words, ...symbols].map(operator => [operator, operator] as const),
  ['&&', 'and'],
  ['||', 'or'],
  ['!', 'not'],
  ['%', 'mod'],
]);

/** Operators of other languages, and what to write instead. */
const foreign: ReadonlyMap<string, string> = new Map([
  ['===', 'write =='],
  ['!==', 'write !='],
  ['<>', 'write !='],
  ['=', 'write == to compare'],
  ['=~', 'write ~= to match a pattern'],
  ['!~', 'write not (value ~= "pattern")'],
  ['&', 'write && or and'],
  ['|', 'write || or or'],
]);

/** Where a token stands in the text: `at` is its first character, `end` the one after its last. */
interface Span {
  readonly at: number;
  readonly end: number;
}

/** `response` with the members read from it: `response.body.items[0]` has the steps `body`, `items`, 0. */
export interface PathToken extends Span {
  readonly kind: 'path';
  readonly steps: readonly (string | number)[];
}

/** A constant or a function, or what its author takes for one: `respons.status`. */
export interface NameToken extends Span {
  readonly kind: 'name';
  readonly text: string;
}

/** Text without its quotes and escapes. */
export interface TextToken extends Span {
  readonly kind: 'text';
  readonly text: string;
}

export type Token =
  | PathToken
  | NameToken
  | TextToken
  | (Span & { readonly kind: 'number'; readonly text: string })
  | (Span & { readonly kind: 'operator'; readonly text: Operator });

const patterns = {
  space: /\s+/y,
  number: /\d+(?:\.\d+)?(?![\w.])/y,
  numberLike: /\.?\d[\w.]*/y,
  name: /[\p{L}_$][\p{L}\p{N}_$]*/uy,
  text: /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/sy,
  foreign: /===|!==|<>|=~|!~|=(?!=)|&(?!&)|\|(?!\|)/y,
  operator: /&&|\|\||[=!~<>]=|[-+*/^%!<>?:(),]/y,
  member: /\.([\p{L}_$][\p{L}\p{N}_$]*)/uy,
  index: /\[\s*(\d{1,9})\s*\]/y,
  key: /\[\s*("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')\s*\]/sy,
};

/**
 * The tokens of an assertion, `&& || ! %` in filtrex's words, `name of path` as the path it means.
 * Stops at the first text that is no token.
 */
export function tokenize(text: string): { tokens: Token[]; mistake?: Mistake } {
  const tokens: Token[] = [];
  let at = 0;
  while (at < text.length) {
    const next = tokenAt(text, at);
    if ('message' in next) return { tokens, mistake: next };
    if (next.kind === 'path') tokens.push(withOwners(next, tokens));
    else if (next.kind !== 'space') tokens.push(next);
    at = next.end;
  }
  return { tokens };
}

export function isOperator(token: Token | undefined, operator: Operator): boolean {
  return token?.kind === 'operator' && token.text === operator;
}

function tokenAt(text: string, at: number): Token | (Span & { kind: 'space' }) | Mistake {
  const match = (pattern: RegExp) => lexemeAt(text, at, pattern)?.[0];
  const span = (lexeme: string) => ({ at, end: at + lexeme.length });

  const space = match(patterns.space);
  if (space !== undefined) return { kind: 'space', ...span(space) };

  const number = match(patterns.number);
  if (number !== undefined) {
    // A leading zero would make filtrex's JavaScript read an octal number.
    return { kind: 'number', text: number.replace(/^0+(?=\d)/, ''), ...span(number) };
  }

  const name = match(patterns.name);
  if (name === 'response') return pathAt(text, at, name);
  if (name !== undefined) {
    const word = synonyms.get(name);
    if (word === undefined) return nameAt(text, at, name);
    return { kind: 'operator', text: word, ...span(name) };
  }

  const quoted = match(patterns.text);
  if (quoted !== undefined) return { kind: 'text', text: unquote(quoted), ...span(quoted) };

  const mistake = match(patterns.foreign);
  const symbol = match(patterns.operator);
  const operator = symbol === undefined ? undefined : synonyms.get(symbol);
  if (mistake === undefined && symbol !== undefined && operator !== undefined) {
    return { kind: 'operator', text: operator, ...span(symbol) };
  }
  return unreadable(text, at, mistake);
}

function nameAt(text: string, at: number, name: string): NameToken | Mistake {
  const path = pathAt(text, at, name);
  if ('message' in path) return path;
  return { kind: 'name', text: text.slice(at, path.end), at, end: path.end };
}

function pathAt(text: string, at: number, name: string): PathToken | Mistake {
  const steps: (string | number)[] = [];
  let end = at + name.length;
  while (text[end] === '.' || text[end] === '[') {
    const member = lexemeAt(text, end, patterns.member);
    const index = lexemeAt(text, end, patterns.index);
    const key = lexemeAt(text, end, patterns.key);
    const [lexeme, content] = member ?? index ?? key ?? [];
    if (lexeme === undefined || content === undefined) {
      return {
        at: end,
        message: `"${text[end]}" begins no member`,
        hint: 'a member is .name, [0] or ["name"]',
      };
    }
    steps.push(index ? Number(content) : key ? unquote(content) : content);
    end += lexeme.length;
  }
  return { kind: 'path', steps, at, end };
}

/** In `a of b of response.body` the names before the path are its last members; they leave `tokens`. */
function withOwners(path: PathToken, tokens: Token[]): PathToken {
  const [name, of] = tokens.slice(-2);
  const isMember = name?.kind === 'text' || (name?.kind === 'name' && !/[.[]/.test(name.text));
  if (!isMember || of?.kind !== 'operator' || of.text !== 'of') return path;
  tokens.length -= 2;
  return withOwners({ ...path, steps: [...path.steps, name.text], at: name.at }, tokens);
}

/**
 * The text between the quotes. `\\`, `\"`, `\'`, `\n`, `\r` and `\t` are escapes; before anything else
 * a backslash stands for itself, so that `"\d+"` is the pattern it looks like.
 */
function unquote(quoted: string): string {
  const controls: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t' };
  return quoted
    .slice(1, -1)
    .replace(/\\([\\"'nrt])/g, (_, escaped: string) => controls[escaped] ?? escaped);
}

function unreadable(text: string, at: number, mistake: string | undefined): Mistake {
  if (mistake !== undefined) {
    const hint = foreign.get(mistake);
    return { at, message: `unknown operator ${mistake}`, ...(hint ? { hint } : {}) };
  }
  const number = lexemeAt(text, at, patterns.numberLike)?.[0];
  if (number !== undefined) {
    return { at, message: `"${number}" is not a number`, hint: 'write it as 1500 or 0.5' };
  }
  const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
  if (character === '"' || character === "'") {
    return { at, message: `the text that begins with ${character} is never closed` };
  }
  return { at, message: `unexpected ${JSON.stringify(character)}`, hint: 'text goes in quotes' };
}

function lexemeAt(text: string, at: number, pattern: RegExp): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
