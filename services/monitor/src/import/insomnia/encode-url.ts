import { percentDecoded } from '../../url/percent-decoded.ts';

/** Characters that Insomnia leaves as they are in a path, beside those of `encodeURIComponent`. */
const inPath = ':@$+,;=/';
const escapeSequence = /(%[0-9A-Fa-f]{2})/;

/** Percent-encodes as Insomnia does: what is encoded already stays, as do the characters in `kept`. */
export function encodeOnce(text: string, kept = ''): string {
  return text
    .toWellFormed()
    .replaceAll('%20', ' ')
    .split(escapeSequence)
    .map((piece, index) => (index % 2 === 1 ? piece : encodeExcept(piece, kept)))
    .join('');
}

/** Insomnia takes the url apart with Node's old parser, which turns backslashes and escapes quotes. */
export function encodePath(text: string): string {
  return encodeOnce(text.replaceAll('\\', '/'), inPath).replaceAll("'", '%27');
}

/** A name of the query as it is in a url that Insomnia encodes: it decodes it first. */
export function encodeInQuery(text: string): string {
  return encodeOnce(decoded(text));
}

/** A value of the query likewise; commas in it stay. */
export function encodeQueryValue(text: string): string {
  return withCommas(encodeInQuery(text));
}

export function withCommas(text: string): string {
  return text.replaceAll(/%2C/gi, ',');
}

function encodeExcept(text: string, kept: string): string {
  const encoded = encodeURIComponent(text);
  if (kept === '') return encoded;
  return encoded.replaceAll(/%[0-9A-F]{2}/g, code => {
    const character = String.fromCharCode(Number.parseInt(code.slice(1), 16));
    return kept.includes(character) ? character : code;
  });
}

function decoded(text: string): string {
  return percentDecoded(text) ?? text;
}
