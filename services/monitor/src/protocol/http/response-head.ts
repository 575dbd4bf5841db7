import { Fault } from '../fault.ts';
import { fieldValue, token } from './field-syntax.ts';

export interface ResponseHead {
  /** `1.0` or `1.1`. */
  readonly version: string;
  readonly status: number;
  readonly statusText: string;
  /** Names in lower case, repeated ones joined with `, `; no prototype. */
  readonly headers: Readonly<Record<string, string>>;
}

const statusLine = /^HTTP\/(1\.[01]) ([1-9]\d\d)(?: ([\t\x20-\x7e\x80-\xff]*))?$/;

/** Parses status line and headers, without the empty line that ends them. Throws `Fault` 9. */
export function parseHead(text: string): ResponseHead {
  const lines = text.split('\r\n');
  const match = statusLine.exec(lines[0] ?? '');
  if (match === null) throw new Fault(9, 'the answer does not begin with an HTTP/1.1 status line');
  const [, version = '', status = '', statusText = ''] = match;
  return { version, status: Number(status), statusText, headers: parseHeaders(lines, 1) };
}

/** Parses the header lines from index `first` on. Throws `Fault` 9. */
export function parseHeaders(lines: readonly string[], first = 0): Record<string, string> {
  const headers: Record<string, string> = Object.create(null);
  for (let index = first; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0)).toLowerCase();
    // A folded line begins with a blank, which is no token either.
    if (!token.test(name)) throw new Fault(9, 'the answer has a malformed header line');
    const value = line.slice(colon + 1).trim();
    if (!fieldValue.test(value)) throw new Fault(9, `the answer’s header "${name}" is malformed`);
    const earlier = headers[name];
    headers[name] = earlier === undefined ? value : `${earlier}, ${value}`;
  }
  return headers;
}
