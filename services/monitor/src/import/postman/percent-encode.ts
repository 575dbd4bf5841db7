/** Letters that stand encoded in a part of a url, beside controls and all that is not ASCII. */
export const pathLetters: ReadonlySet<string> = new Set(' "<>`#?{}');
export const queryLetters: ReadonlySet<string> = new Set(` "#'<>`);
export const parameterLetters: ReadonlySet<string> = new Set(` "#'<>&`);
export const parameterNameLetters: ReadonlySet<string> = new Set(` "#'<>&=`);
export const userinfoLetters: ReadonlySet<string> = new Set(' "<>`#?{}/:;=@[\\]^|');

/** Encodes what has to be and keeps what is encoded already, as Postman does on sending. */
export function percentEncode(text: string, letters: ReadonlySet<string>): string {
  return text.replaceAll(/%[\dA-Fa-f]{2}|[\s\S]/gu, unit => {
    const isKept = unit.length === 3 || (/^[ -~]$/.test(unit) && !letters.has(unit));
    return isKept ? unit : encodeBytes(unit);
  });
}

/** As a form's names and values are sent: all but letters, digits and `-._~`, spaces as `%20`. */
export function formEncode(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, encodeBytes);
}

function encodeBytes(text: string): string {
  return Array.from(
    Buffer.from(text),
    byte => `%${byte.toString(16).toUpperCase().padStart(2, '0')}`,
  ).join('');
}
