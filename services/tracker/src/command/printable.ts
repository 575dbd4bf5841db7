/**
 * What a terminal obeys instead of showing, what turns the order of the text round it, and what takes no room and so
 * can hide: controls, format characters, halves of surrogate pairs, separators and fillers that show as nothing.
 * Signs of Arabic and Syriac that Unicode counts among the format characters are letters to their readers.
 */
const hidden =
  /[[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029\u034F\u115F\u1160\u3164\uFFA0]--[\u0600-\u0605\u06DD\u070F\u0890\u0891\u08E2]]/gv;

/** The joiner of emoji such as families is a part of them; anywhere else it hides. */
const joinedEmoji =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\uFE0F])\u200D(?=\p{Extended_Pictographic})/v;

/** Text from anybody, on one line, as it may be printed: what would not be seen becomes visible as an escape. */
export function printable(text: string): string {
  return text.replace(hidden, (character, at: number) =>
    isJoiner(text, at) ? character : escaped(character),
  );
}

/** The same for text of several lines: line feeds and tabs stay, and a carriage return before a line feed goes. */
export function printableText(text: string): string {
  const lines = text.replaceAll('\r\n', '\n');
  return lines.replace(hidden, (character, at: number) =>
    character === '\n' || character === '\t' || isJoiner(lines, at)
      ? character
      : escaped(character),
  );
}

/** JSON whose meaning is the same and whose text a terminal can't obey: for when somebody looks at it on one. */
export function printableJson(json: string): string {
  return json.replace(hidden, character =>
    // Lone surrogates and what lies beyond 16 bits are one or two units, each an escape of its own.
    Array.from({ length: character.length }, (_, at) => unitEscaped(character.charCodeAt(at))).join(
      '',
    ),
  );
}

/** An escape as `printable` makes it: cutting one in two would change what it says. */
export const escapeForm = /\\(?:x[0-9a-f]{2}|u\{[0-9a-f]{3,6}\})/;

function isJoiner(text: string, at: number): boolean {
  return text[at] === '\u200D' && joinedEmoji.test(text.slice(Math.max(0, at - 2), at + 3));
}

function escaped(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  const hex = code.toString(16);
  return code <= 0xff ? `\\x${hex.padStart(2, '0')}` : `\\u{${hex.padStart(4, '0')}}`;
}

function unitEscaped(unit: number): string {
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
