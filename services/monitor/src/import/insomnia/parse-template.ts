/** A piece of a Nunjucks template as Insomnia has them. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  /** What stands between `{{` and `}}`. */
  | { readonly kind: 'output'; readonly source: string }
  /** What stands between `{%` and `%}`. */
  | { readonly kind: 'tag'; readonly source: string }
  /** From where the template cannot be read any more, to its end. */
  | { readonly kind: 'broken'; readonly text: string };

const opening = /\{[{%#]/g;
const rawEnd = /\{%-?\s*end(?:raw|verbatim)\s*-?%\}/g;

/** Whether Insomnia takes the text for a template at all: braces that nothing closes are plain text. */
function isTemplate(text: string): boolean {
  return (
    (text.includes('{{') && text.includes('}}')) ||
    (text.includes('{%') && text.includes('%}')) ||
    (text.includes('{#') && text.includes('#}'))
  );
}

/** The pieces in order, without comments; a part that cannot be read ends them. */
export function parseTemplate(template: string): readonly Piece[] {
  if (!isTemplate(template)) return [{ kind: 'text', text: template }];
  const pieces: Piece[] = [];
  let position = 0;
  let trimsNext = false;
  const addText = (end: number, trimsEnd: boolean) => {
    const start = trimsNext
      ? template.slice(position, end).trimStart()
      : template.slice(position, end);
    const text = trimsEnd ? start.trimEnd() : start;
    if (text !== '') pieces.push({ kind: 'text', text });
  };
  for (;;) {
    opening.lastIndex = position;
    const found = opening.exec(template);
    if (!found) break;
    const start = found.index;
    const kind = template.charAt(start + 1);
    const end = endOf(template, start + 2, kind);
    addText(start, template.charAt(start + 2) === '-');
    if (end === undefined) return [...pieces, { kind: 'broken', text: template.slice(start) }];
    trimsNext = template.charAt(end - 1) === '-';
    position = end + 2;
    const source = template
      .slice(start + 2, end)
      .replace(/^-/, '')
      .replace(/-$/, '')
      .trim();
    if (kind === '{') pieces.push({ kind: 'output', source });
    if (kind !== '%') continue;
    if (source !== 'raw' && source !== 'verbatim') {
      pieces.push({ kind: 'tag', source });
      continue;
    }
    rawEnd.lastIndex = position;
    const close = rawEnd.exec(template);
    if (!close) return [...pieces, { kind: 'broken', text: template.slice(start) }];
    addText(close.index, false);
    trimsNext = false;
    position = close.index + close[0].length;
  }
  addText(template.length, false);
  return pieces;
}

/** Where the braces close that were opened before `start`; those in quotes belong to a string. */
function endOf(template: string, start: number, kind: string): number | undefined {
  if (kind === '#') return found(template.indexOf('#}', start));
  const closing = kind === '{' ? '}}' : '%}';
  for (let at = start; at < template.length; at++) {
    const character = template.charAt(at);
    if (template.startsWith(closing, at)) return at;
    if (character !== '"' && character !== "'") continue;
    at = endOfString(template, at);
  }
  return undefined;
}

/** The place of the quote that ends the string whose first quote is at `start`, else the end of the text. */
export function endOfString(template: string, start: number): number {
  const quote = template.charAt(start);
  for (let at = start + 1; at < template.length; at++) {
    if (template.charAt(at) === '\\') at++;
    else if (template.charAt(at) === quote) return at;
  }
  return template.length;
}

function found(index: number): number | undefined {
  return index === -1 ? undefined : index;
}
