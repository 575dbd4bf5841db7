import { PrepareError } from '../../errors.ts';
import { fieldValue, token } from './field-syntax.ts';

/** Headers in the order and spelling they are sent in; no name twice. */
export type HeaderList = readonly (readonly [name: string, value: string])[];

/** The author’s headers, checked. Content-Length is left out: the body’s own length is sent. */
export function checkedHeaders(headers: Readonly<Record<string, string>>): HeaderList {
  const names = new Set<string>();
  return Object.entries(headers).flatMap(([name, text]) => {
    const lower = name.toLowerCase();
    // Values stay out of the messages: they may be secrets.
    if (!token.test(name)) throw new PrepareError(4, `"${name}" is no name for a header`);
    const value = text.trim();
    if (!fieldValue.test(value) || /[\r\n]/.test(text)) {
      throw new PrepareError(4, `the value of header "${name}" holds characters HTTP cannot carry`);
    }
    if (names.has(lower)) throw new PrepareError(20, `header "${name}" is given twice`);
    if (lower === 'transfer-encoding') {
      throw new PrepareError(20, 'header "Transfer-Encoding" cannot be set: bodies are sent whole');
    }
    names.add(lower);
    return lower === 'content-length' ? [] : [[name, value] as const];
  });
}

export function checkedMethod(method: string): string {
  if (!token.test(method)) throw new PrepareError(4, 'the method is no HTTP method');
  return method.toUpperCase();
}

/** `name` in lower case. */
export function headerValue(headers: HeaderList, name: string): string | undefined {
  return headers.find(([candidate]) => candidate.toLowerCase() === name)?.[1];
}

/** Adds those of `defaults` whose names are not there yet. */
export function withDefaults(headers: HeaderList, defaults: HeaderList): HeaderList {
  const absent = defaults.filter(
    ([name]) => headerValue(headers, name.toLowerCase()) === undefined,
  );
  return [...headers, ...absent];
}

/** `isUnwanted` is given names in lower case. */
export function without(headers: HeaderList, isUnwanted: (name: string) => boolean): HeaderList {
  return headers.filter(([name]) => !isUnwanted(name.toLowerCase()));
}
