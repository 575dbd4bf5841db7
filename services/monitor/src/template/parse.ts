import { isForbiddenKey } from './own-value.ts';

/** What is wrong with an expression, and what to write instead. */
export interface Mistake {
  readonly message: string;
  readonly hint?: string;
}

/** `{{ responses.[0].data.id }}` is the path `responses`, `0`, `data`, `id`; words after the path are arguments. */
export interface Expression {
  /** The text between the braces, trimmed. */
  readonly source: string;
  readonly path: readonly [string, ...string[]];
  readonly args: readonly string[];
}

/** A part of a template: literal text, or what stands between one pair of double braces. */
export type Part =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'expression'; readonly expression: Expression }
  | { readonly kind: 'mistake'; readonly mistake: Mistake };

// Braces inside quotes belong to a key: `{{ responses.[0].data['}}'] }}`.
const expressionBody = /(?:'[^']*'|"[^"]*"|[^'"}]|\}(?!\}))*(?=\}\})/y;
const word = String.raw`[^\s.[\]{}()'"\`=|]+`;
const member = String.raw`\.?\[(?:'[^']*'|"[^"]*"|[^\s'"[\]]+)\]|\.${word}`;
const grammar = new RegExp(`^(${word})((?:${member})*)((?:\\s+[^\\s{}'"]+)*)$`);
const memberKey = new RegExp(`'([^']*)'|"([^"]*)"|\\[([^\\]'"]+)\\]|(${word})`, 'g');

/**
 * The parts of a template in order, mistakes included, so that all of them can be told at once.
 * Backslashes before `{{` halve, and an odd one makes the braces literal: `\{{` is the text `{{`.
 */
export function parseTemplate(text: string): readonly Part[] {
  const parts: Part[] = [];
  let position = 0;
  for (let at = text.indexOf('{{'); at !== -1; at = text.indexOf('{{', position)) {
    const backslashes = backslashesBefore(text, at, position);
    const isEscaped = backslashes % 2 === 1;
    const literal = text.slice(position, at - Math.ceil(backslashes / 2));
    addText(parts, isEscaped ? `${literal}{{` : literal);
    position = at + 2;
    if (isEscaped) continue;
    const end = expressionEnd(text, position);
    const source = text.slice(position, end);
    parts.push(end === undefined ? mistaken(unclosed(source)) : parseExpression(source));
    position = end === undefined ? text.length : end + 2;
  }
  addText(parts, text.slice(position));
  return parts;
}

/** Where the `}}` stands that closes the expression whose text begins at `start`; undefined where none does. */
export function expressionEnd(text: string, start: number): number | undefined {
  expressionBody.lastIndex = start;
  if (expressionBody.test(text)) return expressionBody.lastIndex;
  const end = text.indexOf('}}', start);
  return end === -1 ? undefined : end;
}

function backslashesBefore(text: string, end: number, start: number): number {
  let first = end;
  while (first > start && text[first - 1] === '\\') first--;
  return end - first;
}

function addText(parts: Part[], text: string): void {
  if (text !== '') parts.push({ kind: 'text', text });
}

function parseExpression(text: string): Part {
  const source = text.trim();
  if (source === '') return mistaken({ message: '`{{ }}` holds no expression', hint: escapeHint });
  if (source.startsWith('{')) {
    return mistaken({
      message: '`{{{` is not an expression',
      hint: 'write two braces: values are never escaped',
    });
  }
  const [, first, members = '', words = ''] = grammar.exec(source) ?? [];
  if (first === undefined) {
    return mistaken(source.includes('{{') ? unclosed(source) : unreadable(source));
  }

  const path: [string, ...string[]] = [first, ...keysOf(members)];
  const args = words.trim() === '' ? [] : words.trim().split(/\s+/);
  const forbidden = path.find(isForbiddenKey);
  if (forbidden !== undefined) {
    return mistaken({
      message: `\`${forbidden}\` cannot be read`,
      hint: 'it leads out of the data',
    });
  }
  return { kind: 'expression', expression: { source, path, args } };
}

function keysOf(members: string): string[] {
  return [...members.matchAll(memberKey)].map(
    ([, single, double, bare, dotted]) => single ?? double ?? bare ?? dotted ?? '',
  );
}

const escapeHint = 'write `\\{{` for two literal braces';

function unclosed(source: string): Mistake {
  const start = `{{ ${source.trim().slice(0, 40)}`.trimEnd();
  return { message: `\`${start}\` is not closed by \`}}\``, hint: escapeHint };
}

function unreadable(source: string): Mistake {
  return {
    message: `\`{{ ${source} }}\` is not an expression`,
    hint: 'write a name and its arguments, such as `{{ uuid }}`, `{{ number 1 10 }}` or `{{ responses.[0].data.id }}`',
  };
}

function mistaken(mistake: Mistake): Part {
  return { kind: 'mistake', mistake };
}
