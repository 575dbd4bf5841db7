/** A string literal, in the quotes that need fewer escapes, single ones where both need as many. */
export function emitLiteral(text: string): string {
  const quote = count(text, "'") > count(text, '"') ? '"' : "'";
  const escaped = text.replace(/[\\\p{Cc}\p{Cs}\u2028\u2029'"]/gu, character => {
    if (character === '\\') return '\\\\';
    if (character === "'" || character === '"') {
      return character === quote ? `\\${character}` : character;
    }
    return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });
  return `${quote}${escaped}${quote}`;
}

/** A text as it can stand in a documentation comment. */
export const emitInComment = (text: string): string =>
  text.replaceAll('*/', '*\\/').replace(/[\p{Cc}\u2028\u2029]/gu, ' ');

function count(text: string, character: string): number {
  return text.split(character).length - 1;
}
