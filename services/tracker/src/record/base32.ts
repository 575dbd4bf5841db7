/** Crockford's alphabet, whose order as text is the order of the bits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** The first `length * 5` bits of `bytes`, which must hold as many. */
export function encodeBits(bytes: Uint8Array, length: number): string {
  let text = '';
  let held = 0;
  let bits = 0;
  let next = 0;
  while (text.length < length) {
    if (bits < 5) {
      held = (held << 8) | (bytes[next++] ?? 0);
      bits += 8;
    }
    bits -= 5;
    text += alphabet.charAt((held >>> bits) & 31);
    held &= (1 << bits) - 1;
  }
  return text;
}

/** A whole number below 2^53, as `length` characters with zeros in front. */
export function encodeNumber(value: number, length: number): string {
  let text = '';
  let rest = value;
  while (text.length < length) {
    text = alphabet.charAt(rest % 32) + text;
    rest = Math.floor(rest / 32);
  }
  return text;
}

export function decodeNumber(text: string): number {
  let value = 0;
  for (const character of text) value = value * 32 + alphabet.indexOf(character);
  return value;
}
