import type { Reference, Text, ValueReference } from './draft.ts';

/** How references are written between the braces. */
export interface Writing {
  /** Name of the `env` entry that holds the value. */
  nameOf(reference: ValueReference): string;
  /** An expression of Picket as it reads in the probe. */
  expressionOf(expression: string): string;
}

/** A brace can't stand as it is before the two of an expression, so it comes from an `env` entry. */
const brace: ValueReference = { kind: 'value', name: 'BRACE', value: '{', isSecret: false };

/** Writes a text as a template: what stands as it is reads the same whatever it holds. */
export function templateOf(text: Text, writing: Writing): string {
  const parts = withBraces(joined(text));
  return parts
    .map((part, index) => {
      if (typeof part !== 'string') return written(part, writing);
      const isBeforeReference = typeof (parts[index + 1] ?? '') !== 'string';
      return literal(part, isBeforeReference);
    })
    .join('');
}

function written(reference: Reference, { nameOf, expressionOf }: Writing): string {
  const inside =
    reference.kind === 'value'
      ? `env.${nameOf(reference)}`
      : expressionOf(reference.expression.trim());
  return `{{ ${inside} }}`;
}

/** Pieces that stand side by side made one: braces of two may belong together. */
function joined(text: Text): Text {
  const parts: (string | Reference)[] = [];
  for (const part of text) {
    const last = parts.at(-1);
    if (typeof part === 'string' && typeof last === 'string') parts[parts.length - 1] = last + part;
    else parts.push(part);
  }
  return parts;
}

function withBraces(text: Text): Text {
  return text.flatMap((part, index) => {
    const isBeforeReference = index < text.length - 1;
    if (typeof part !== 'string' || !isBeforeReference || !endsInLoneBrace(part)) return [part];
    return [part.slice(0, -1), brace];
  });
}

function endsInLoneBrace(text: string): boolean {
  let braces = 0;
  while (text.at(-1 - braces) === '{') braces += 1;
  return braces % 2 === 1;
}

/** Backslashes before two braces halve when the template is read, so they are doubled. */
function literal(text: string, isBeforeReference: boolean): string {
  const escaped = text.replace(/(\\*)\{\{/g, String.raw`$1$1\{{`);
  if (!isBeforeReference) return escaped;
  let first = escaped.length;
  while (escaped[first - 1] === '\\') first -= 1;
  return escaped + escaped.slice(first);
}
