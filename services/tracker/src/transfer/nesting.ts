/**
 * Whether JSON text is nested deeper than `most`. Parsing what is nested millions of levels deep takes gigabytes, so
 * that this is looked for before.
 */
export function isNestedDeeper(text: string, most: number): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === quote) inString = !inString;
    else if (inString) {
      if (code === backslash) at += 1;
    } else if (code === openBracket || code === openBrace) {
      depth += 1;
      if (depth > most) return true;
    } else if (code === closeBracket || code === closeBrace) depth -= 1;
  }
  return false;
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
] as const;
