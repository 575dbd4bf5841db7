import { endOfString } from './parse-template.ts';

/** A value that a template names: one written there, or the path of a variable. */
export type Operand =
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'variable'; readonly path: readonly [string, ...string[]] };

export interface Filter {
  readonly name: string;
  readonly args: readonly Operand[];
}

export interface Output {
  readonly operand: Operand;
  readonly filters: readonly Filter[];
}

export interface Tag {
  readonly name: string;
  readonly args: readonly Operand[];
}

/** `_.user['first name'] | lower`; undefined where it is anything more, a sum or a call. */
export function parseOutput(source: string): Output | undefined {
  const tokens = tokenize(source);
  if (!tokens) return undefined;
  const reader = new TokenReader(tokens);
  const operand = readOperand(reader);
  if (!operand) return undefined;
  const filters: Filter[] = [];
  while (reader.take('|')) {
    const filter = readFilter(reader);
    if (!filter) return undefined;
    filters.push(filter);
  }
  return reader.isAtEnd ? { operand, filters } : undefined;
}

/** `response 'body', 'req_1', 'b64::JC5pZA==::46b'`; only the name where its arguments cannot be read. */
export function parseTag(source: string): Tag | { readonly name: string } {
  const [, name = '', rest = ''] = /^([\w-]*)\s*([\s\S]*)$/.exec(source) ?? [];
  const tokens = tokenize(rest);
  if (!tokens) return { name };
  const reader = new TokenReader(tokens);
  if (reader.isAtEnd) return { name, args: [] };
  const args = readArguments(reader);
  return args && reader.isAtEnd ? { name, args } : { name };
}

type Token =
  | { readonly kind: 'literal'; readonly value: string | number }
  | { readonly kind: 'name' | 'mark'; readonly text: string };

// A name of Nunjucks is whatever holds no space, quote or operator.
const token =
  /\s*(?:(['"])|(-?\d+(?:\.\d+)?)(?![\w$])|([^\s'"\d()[\]{}%*+~/#,:|.<>=!-][^\s'"()[\]{}%*+~/#,:|.<>=!-]*)|([.,|()[\]]))/y;
/** More belong to no tag that people write. */
const mostTokens = 1000;
/** Characters of a tag; no body of a probe is longer. */
const longest = 1024 * 1024;
const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);
const encoded = /^b64::([A-Za-z0-9+/=_-]+)::46b$/;

function tokenize(source: string): readonly Token[] | undefined {
  const tokens: Token[] = [];
  const text = source.trimEnd();
  if (text.length > longest) return undefined;
  for (let at = 0; at < text.length; ) {
    token.lastIndex = at;
    const [whole, quote, number, name, mark] = token.exec(text) ?? [];
    if (whole === undefined || tokens.length === mostTokens) return undefined;
    at += whole.length;
    if (quote !== undefined) {
      const end = endOfString(text, at - 1);
      if (end === text.length) return undefined;
      tokens.push({ kind: 'literal', value: stringOf(text.slice(at, end)) });
      at = end + 1;
    } else if (number !== undefined) tokens.push({ kind: 'literal', value: Number(number) });
    else if (name !== undefined) tokens.push({ kind: 'name', text: name });
    else if (mark !== undefined) tokens.push({ kind: 'mark', text: mark });
  }
  return tokens;
}

/** Insomnia writes arguments in base64 where they may hold quotes. */
function stringOf(quoted: string): string {
  const text = quoted.replaceAll(
    /\\([\s\S])/g,
    (_, character: string) => escapes.get(character) ?? character,
  );
  const [, base64] = encoded.exec(text) ?? [];
  return base64 === undefined ? text : Buffer.from(base64, 'base64').toString();
}

class TokenReader {
  readonly #tokens: readonly Token[];
  #position = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#position >= this.#tokens.length;
  }

  next(): Token | undefined {
    return this.#tokens[this.#position++];
  }

  take(mark: string): boolean {
    const token = this.#tokens[this.#position];
    if (token?.kind !== 'mark' || token.text !== mark) return false;
    this.#position++;
    return true;
  }
}

const constants: ReadonlyMap<string, boolean | null> = new Map([
  ['true', true],
  ['false', false],
  ['none', null],
  ['null', null],
]);
const operators: ReadonlySet<string> = new Set(['and', 'or', 'not', 'in', 'is', 'if', 'else']);

function readOperand(reader: TokenReader): Operand | undefined {
  const first = reader.next();
  if (first?.kind === 'literal') return { kind: 'literal', value: first.value };
  if (first?.kind !== 'name' || operators.has(first.text)) return undefined;
  const constant = constants.get(first.text);
  if (constant !== undefined) return { kind: 'literal', value: constant };
  const path: [string, ...string[]] = [first.text];
  for (;;) {
    const key = reader.take('.') ? nameIn(reader) : reader.take('[') ? keyIn(reader) : null;
    if (key === undefined) return undefined;
    if (key === null) break;
    path.push(key);
  }
  const [, second, ...rest] = path;
  return path[0] === '_' && second !== undefined
    ? { kind: 'variable', path: [second, ...rest] }
    : { kind: 'variable', path };
}

function nameIn(reader: TokenReader): string | undefined {
  const token = reader.next();
  if (token?.kind === 'name') return token.text;
  return token?.kind === 'literal' && typeof token.value === 'number'
    ? String(token.value)
    : undefined;
}

function keyIn(reader: TokenReader): string | undefined {
  const token = reader.next();
  return token?.kind === 'literal' && reader.take(']') ? String(token.value) : undefined;
}

function readFilter(reader: TokenReader): Filter | undefined {
  const name = reader.next();
  if (name?.kind !== 'name') return undefined;
  if (!reader.take('(')) return { name: name.text, args: [] };
  if (reader.take(')')) return { name: name.text, args: [] };
  const args = readArguments(reader);
  return args && reader.take(')') ? { name: name.text, args } : undefined;
}

function readArguments(reader: TokenReader): readonly Operand[] | undefined {
  const args: Operand[] = [];
  do {
    const operand = readOperand(reader);
    if (!operand) return undefined;
    args.push(operand);
  } while (reader.take(','));
  return args;
}
