import { isNamedLikeSecret } from '../redact/secret-names.ts';
import type { Span } from '../redact/url-secrets.ts';
import type { SecretSpan } from './text.ts';

/** The values of fields that are named like credentials, in a body of JSON, of a form or of XML. */
export function secretsInBody(body: string, contentType: string): readonly SecretSpan[] {
  const boundary = /^multipart\/.*;\s*boundary="?([^";]+)/is.exec(contentType)?.[1];
  if (boundary !== undefined) return named(multipartFields(body, boundary));
  if (/^application\/x-www-form-urlencoded/i.test(contentType)) return named(formFields(body));
  if (/^\s*[[{]/.test(body)) return named(jsonFields(body));
  if (/^\s*</.test(body)) return named(xmlFields(body));
  return /^[^\s=&]+=[^\s&]*(?:&[^\s=&]+=[^\s&]*)*$/.test(body) ? named(formFields(body)) : [];
}

function named(fields: Iterable<SecretSpan>): SecretSpan[] {
  return [...fields].filter(
    ({ name, start, end }) => end > start && isNamedLikeSecret(lastName(name)),
  );
}

/** `user[password]` is named by what is in the last brackets. */
function lastName(name: string): string {
  return /\[([^[\]]+)\](?:\[\])?$/.exec(name)?.[1] ?? name;
}

function* formFields(body: string): Generator<SecretSpan> {
  let start = 0;
  for (const pair of body.split('&')) {
    const equals = pair.indexOf('=');
    if (equals !== -1) {
      const name = unescaped(pair.slice(0, equals));
      yield { name, start: start + equals + 1, end: start + pair.length };
    }
    start += pair.length + 1;
  }
}

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    // What is no escape stands for itself.
    return text;
  }
}

/** Members whose values are strings or numbers; of a string, what is between its quotes, escapes and all. */
function* jsonFields(body: string): Generator<SecretSpan> {
  for (let at = body.indexOf('"'); at !== -1; at = body.indexOf('"', at)) {
    const end = stringEnd(body, at);
    if (end === undefined) return;
    const value = valueAfter(body, end + 1);
    if (value !== undefined) yield { name: body.slice(at + 1, end), ...value };
    at = end + 1;
  }
}

const separator = /\s*:\s*/y;
const number = /-?\d[\d.eE+-]*/y;

function valueAfter(body: string, keyEnd: number): Span | undefined {
  separator.lastIndex = keyEnd;
  if (!separator.test(body)) return undefined;
  const start = separator.lastIndex;
  if (body[start] === '"') {
    const end = stringEnd(body, start);
    return end === undefined ? undefined : { start: start + 1, end };
  }
  number.lastIndex = start;
  return number.test(body) ? { start, end: number.lastIndex } : undefined;
}

/** The place of the quote that ends the string whose first quote is at `start`. */
function stringEnd(body: string, start: number): number | undefined {
  for (let at = start + 1; at < body.length; at += 1) {
    if (body[at] === '\\') at += 1;
    else if (body[at] === '"') return at;
  }
  return undefined;
}

const xmlElement = /<(?:[\w.-]{1,64}:)?([\w.-]{1,128})(?:\s[^<>]{0,1024})?>([^<]*)<\//g;

function* xmlFields(body: string): Generator<SecretSpan> {
  for (const { 0: whole, 1: name = '', 2: value = '', index } of body.matchAll(xmlElement)) {
    const end = index + whole.length - '</'.length;
    yield { name, start: end - value.length, end };
  }
}

/** Parts without a file name: a field each. */
function* multipartFields(body: string, boundary: string): Generator<SecretSpan> {
  const delimiter = `--${boundary}`;
  for (let at = body.indexOf(delimiter); at !== -1; ) {
    const start = at + delimiter.length;
    const next = body.indexOf(delimiter, start);
    const part = body.slice(start, next === -1 ? undefined : next);
    const [head = '', separator] = /^.*?(\r?\n\r?\n)/s.exec(part) ?? [];
    const name = /;\s*name="([^"]*)"/i.exec(head)?.[1];
    if (separator !== undefined && name !== undefined && !/;\s*filename\*?=/i.test(head)) {
      const content = part.slice(head.length).replace(/\r?\n$/, '');
      yield { name, start: start + head.length, end: start + head.length + content.length };
    }
    at = next;
  }
}
