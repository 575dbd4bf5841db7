export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

const form = /^(?:(?:"([^"<>\\]*)"|([^"<>\\]*))\s*<([^<>]*)>|([^<>]*))$/;
const bare = /^[^\s@<>,;:"()[\]\\]{1,64}@[^\s@<>,;:"()[\]\\]{1,253}$/;

/** `ops@example.com` or `Picket <ops@example.com>`; undefined where it is not one address. */
export function parseAddress(text: string): MailAddress | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would begin another header.
  if (/[\u0000-\u001f\u007f]/.test(text)) return undefined;
  const [, quoted, plain, inside, alone] = form.exec(text.trim()) ?? [];
  const address = (inside ?? alone ?? '').trim();
  return bare.test(address) ? { name: (quoted ?? plain ?? '').trim(), address } : undefined;
}
