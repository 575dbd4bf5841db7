import { at } from '../../probe/problem.ts';
import { isRecord } from '../../probe/record.ts';
import { type Marked, withoutMarks } from './marks.ts';
import { type Complain, isDisabled, kindOf, textOf } from './reading.ts';
import type { Resolver } from './resolver.ts';

export interface Header {
  readonly name: string;
  readonly value: Marked;
}

/** The headers that are sent: without those switched off, without a name, or made by Postman itself. */
export function headersOf(
  value: unknown,
  resolver: Resolver,
  source: string,
  complain: Complain,
): readonly Header[] {
  const sent = entriesOf(value, source, complain).flatMap(({ entry, path }) =>
    headerOf(entry, resolver, path),
  );
  return groupedByName(sent);
}

export function headerNamed(headers: readonly Header[], name: string): Header | undefined {
  return headers.findLast(header => header.name.toLowerCase() === name.toLowerCase());
}

export function withoutHeader(headers: readonly Header[], name: string): readonly Header[] {
  return headers.filter(header => header.name.toLowerCase() !== name.toLowerCase());
}

interface Entry {
  readonly entry: unknown;
  readonly path: string;
}

/** A list, or one text with a header a line. */
function entriesOf(value: unknown, source: string, complain: Complain): readonly Entry[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'string') {
    const lines = value.replaceAll(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
    return lines.filter(line => line.trim() !== '').map(line => ({ entry: line, path: source }));
  }
  if (Array.isArray(value))
    return value.map((entry, index) => ({ entry, path: at(source, index) }));
  complain(source, `must be a list of headers or a text, not ${kindOf(value)}`);
  return [];
}

function headerOf(entry: unknown, resolver: Resolver, source: string): Header[] {
  const header = typeof entry === 'string' ? headerOfLine(entry) : entry;
  if (!isRecord(header) || isDisabled(header) || header.system === true) return [];
  const name = resolver.resolve(textOf(header.key), source).trim();
  if (name === '') return [];
  if (withoutMarks(name) !== name) {
    resolver.tell('incomplete', source, 'the name of a header cannot hold what is not known yet');
    return [];
  }
  return [{ name, value: resolver.resolve(textOf(header.value), source) }];
}

/** Two slashes before a line switch it off. */
function headerOfLine(line: string): Readonly<Record<string, unknown>> {
  const colon = line.indexOf(':');
  const end = colon === -1 ? line.length : colon;
  const key = line.slice(0, end).trim();
  return { key, value: line.slice(end + 1).trim(), disabled: key.startsWith('//') };
}

/** Names spelt alike are all sent, side by side; of several spellings of a name the last one is. */
function groupedByName(headers: readonly Header[]): readonly Header[] {
  const groups = new Map<string, Header[]>();
  for (const header of headers) {
    const lower = header.name.toLowerCase();
    const group = groups.get(lower);
    if (group?.[0]?.name === header.name) group.push(header);
    else groups.set(lower, [header]);
  }
  return [...groups.values()].flat();
}
