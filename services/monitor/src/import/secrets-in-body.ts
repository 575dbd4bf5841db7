import type { Span } from '../redact/url-secrets.ts';
import { percentDecoded } from '../url/percent-decoded.ts';
import { isCredentialName } from './credential-name.ts';
import { fieldsBy, nestedFields } from './nested-fields.ts';
import { secretsByShape } from './secret-shapes.ts';
import type { SecretSpan } from './text.ts';

/** The values of fields that are named like credentials, in a body of JSON, of a form or of XML, and tokens. */
export function secretsInBody(body: string, contentType: string): readonly SecretSpan[] {
  const boundary = /^multipart\/.*;\s*boundary="?([^";]+)/is.exec(contentType)?.[1];
  const isForm = /^application\/x-www-form-urlencoded/i.test(contentType);
  const fields =
    boundary !== undefined
      ? multipartFields(body, boundary)
      : isForm
        ? formFields(body)
        : fieldsOf(body);
  return [...credentialsAmong([...fields, ...nestedFields(body)]), ...secretsByShape(body)];
}

/** Those of the fields that are named like credentials. */
export function credentialsAmong(fields: readonly SecretSpan[]): SecretSpan[] {
  return fields
    .filter(({ start, end }) => end > start)
    .filter(({ name }) => isCredentialName(lastName(unescaped(name))));
}

/** Of a text whose first letters tell what it is. */
export function fieldsOf(text: string): Iterable<SecretSpan> {
  if (/^\s*[[{]/.test(text)) return jsonFields(text);
  if (/^\s*</.test(text)) return xmlFields(text);
  return /^[^\s=&]+=[^\s&]*(?:&[^\s=&]+=[^\s&]*)*$/.test(text) ? formFields(text) : [];
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

/** The name without its percent-encoding. */
export function unescaped(text: string): string {
  // What is no escape stands for itself.
  return percentDecoded(text.replaceAll('+', ' ')) ?? text;
}

/** Members whose values are strings or numbers, or lists of them; of a string, what is between its quotes. */
function* jsonFields(body: string): Generator<SecretSpan> {
  for (let at = body.indexOf('"'); at !== -1; at = body.indexOf('"', at)) {
    const end = stringEnd(body, at);
    if (end === undefined) return;
    const name = body.slice(at + 1, end);
    for (const value of valuesAfter(body, end + 1)) yield { name, ...value };
    at = end + 1;
  }
}

const separator = /\s*:\s*(\[\s*)?/y;
const comma = /\s*,\s*/y;
const number = /-?\d[\d.eE+-]*/y;

function* valuesAfter(body: string, keyEnd: number): Generator<Span> {
  separator.lastIndex = keyEnd;
  const [whole, bracket] = separator.exec(body) ?? [];
  if (whole === undefined) return;
  for (let start = keyEnd + whole.length; ; start = comma.lastIndex) {
    const value = valueAt(body, start);
    if (value === undefined) return;
    yield value;
    comma.lastIndex = body[start] === '"' ? value.end + 1 : value.end;
    if (bracket === undefined || !comma.test(body)) return;
  }
}

function valueAt(body: string, start: number): Span | undefined {
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

const xmlElement =
  /<(?:[\w.-]{1,64}:)?([\w.-]{1,128})(?:\s[^<>]{0,1024})?>(?:\s*<!\[CDATA\[)?([^<]*?)(?:\]\]>\s*)?<\//dg;
const xmlAttribute =
  /\s(?:[\w.-]{1,64}:)?([\w.-]{1,128})\s{0,8}=\s{0,8}["']((?<=")[^"<]*(?=")|(?<=')[^'<]*(?='))/dg;

function xmlFields(body: string): readonly SecretSpan[] {
  return [...fieldsBy(xmlElement, body), ...fieldsBy(xmlAttribute, body)];
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
      const from = start + head.length;
      yield { name, start: from, end: from + content.length };
      for (const field of fieldsOf(content)) {
        yield { ...field, start: from + field.start, end: from + field.end };
      }
    }
    at = next;
  }
}
