import parseAddresses from 'nodemailer/lib/addressparser';

export interface MailAddress {
  readonly name: string;
  readonly address: string;
}

const form = /^[^\s@<>,;:"()[\]\\]+@[^\s@<>,;:"()[\]\\]+$/;

/** `ops@example.com` or `Picket <ops@example.com>`; undefined where it is not one address. */
export function parseAddress(text: string): MailAddress | undefined {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a line break would begin another header.
  if (/[\u0000-\u001f\u007f]/.test(text)) return undefined;
  const [only, ...others] = parseAddresses(text);
  if (only === undefined || others.length > 0 || !('address' in only)) return undefined;
  const { name = '', address = '' } = only;
  return form.test(address) ? { name, address } : undefined;
}
