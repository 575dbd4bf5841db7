import { createHash } from 'node:crypto';
import { at } from '../../probe/problem.ts';
import { isRecord } from '../../probe/record.ts';
import { mayNeedEncoding } from './dynamic-variables.ts';
import { type Marked, withoutMarks } from './marks.ts';
import { formEncode } from './percent-encode.ts';
import { type Complain, isDisabled, listAt, textOf } from './reading.ts';
import { encoded, type Resolver } from './resolver.ts';

/** A body of fields, and the Content-Type that goes with it. */
export interface FormBody {
  readonly text: Marked;
  readonly contentType: string;
}

const urlEncodedType = 'application/x-www-form-urlencoded';

/** The fields as Postman encodes them; undefined where all are switched off. */
export function urlEncodedBody(
  value: unknown,
  resolver: Resolver,
  source: string,
  complain: Complain,
): FormBody | undefined {
  const fields = typeof value === 'string' ? fieldsOfText(value) : value;
  const entries = listAt(fields, source, complain);
  const sent = entries.flatMap((field, index) => {
    if (!isRecord(field) || isDisabled(field)) return [];
    const path = typeof value === 'string' ? source : at(source, index);
    const encode = (text: unknown) =>
      encoded(resolver, resolver.resolve(scalarOf(text), path), formEncode, {
        form: 'form',
        source: path,
      });
    return [[encode(field.key), encode(field.value)] as const];
  });
  if (sent.length === 0) return undefined;
  tellOfExpressions(sent.flat(), resolver, source);
  return { text: groupedByName(sent), contentType: urlEncodedType };
}

/** Fields of one name stand side by side, names that are numbers first: so Postman keeps them. */
function groupedByName(fields: readonly (readonly [name: Marked, value: Marked])[]): Marked {
  const groups = new Map<string, Marked[]>();
  for (const [name, value] of fields) {
    const group = groups.get(name) ?? [];
    group.push(`${name}=${value}`);
    groups.set(name, group);
  }
  const isIndex = (name: string) => /^(?:0|[1-9]\d{0,9})$/.test(name) && Number(name) < 2 ** 32 - 1;
  const names = [...groups.keys()];
  const indexes = names.filter(isIndex).toSorted((a, b) => Number(a) - Number(b));
  return [...indexes, ...names.filter(name => !isIndex(name))]
    .flatMap(name => groups.get(name) ?? [])
    .join('&');
}

function tellOfExpressions(texts: readonly Marked[], { marks, tell }: Resolver, source: string) {
  const expressions = texts
    .flatMap(text => marks.textOf(text))
    .flatMap(part =>
      typeof part === 'object' && part.kind === 'expression' ? part.expression : [],
    );
  const first = expressions.find(mayNeedEncoding);
  if (first === undefined) return;
  tell('changed', source, `what {{ ${first} }} makes stands in the form without being encoded`);
}

/** Objects and lists count for nothing in a form. */
const scalarOf = (value: unknown) => (typeof value === 'object' ? '' : textOf(value));

function fieldsOfText(text: string): readonly object[] {
  return text.split('&').map(pair => {
    const equals = pair.indexOf('=');
    return equals === -1
      ? { key: pair }
      : { key: pair.slice(0, equals), value: pair.slice(equals + 1) };
  });
}

/** The parts of a multipart form; undefined where all are switched off. Files are told and left out. */
export function multipartBody(
  value: unknown,
  resolver: Resolver,
  place: { readonly source: string; readonly boundary: string | undefined },
  complain: Complain,
): FormBody | undefined {
  const entries = listAt(value, place.source, complain);
  const enabled = entries.filter(entry => isRecord(entry) && !isDisabled(entry));
  if (enabled.length === 0) return undefined;
  const parts = entries.flatMap((entry, index) => partOf(entry, resolver, at(place.source, index)));
  const boundary = place.boundary ?? boundaryFor(parts);
  const text = parts.map(part => `--${boundary}\r\n${part}\r\n`).join('');
  return {
    text: `${text}--${boundary}--\r\n`,
    contentType: `multipart/form-data; boundary=${boundary}`,
  };
}

function partOf(entry: unknown, resolver: Resolver, source: string): Marked[] {
  if (!isRecord(entry) || isDisabled(entry)) return [];
  const name = resolver.resolve(textOf(entry.key), source);
  if (entry.type === 'file') {
    const field = withoutMarks(name);
    resolver.tell(
      'incomplete',
      source,
      `the file of the field "${field}" is not in the collection`,
    );
    return [];
  }
  const contentType = resolver.resolve(textOf(entry.contentType), source);
  const head = [
    `Content-Disposition: form-data; name="${quoted(name)}"`,
    ...(contentType === '' ? [] : [`Content-Type: ${contentType}`]),
  ];
  return [`${head.join('\r\n')}\r\n\r\n${resolver.resolve(textOf(entry.value), source)}`];
}

function quoted(name: Marked): Marked {
  return name.replaceAll('\r', '%0D').replaceAll('\n', '%0A').replaceAll('"', '%22');
}

/** In the form of Postman's; the same for the same parts, so that importing again changes nothing. */
function boundaryFor(parts: readonly string[]): string {
  const hash = createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 20);
  return `${'-'.repeat(26)}${BigInt(`0x${hash}`).toString().padStart(24, '0').slice(-24)}`;
}
