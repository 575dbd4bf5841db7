import type { PlacedRequest } from './collection.ts';
import type { Parts } from './parts.ts';
import type { Reading } from './reading.ts';

export interface Header {
  readonly name: string;
  readonly value: Parts;
}

/** Of these the last one counts, as in Insomnia; others are sent together. */
const single: ReadonlySet<string> = new Set([
  'proxy-authorization',
  'content-length',
  'content-type',
  'content-encoding',
  'content-location',
  'connection',
  'host',
  'upgrade',
  'range',
  'trailer',
]);

/** Headers of the folders, the outermost first, then those of the request; without what is disabled. */
export function headersOf({ folders, fields }: PlacedRequest, reading: Reading): Header[] {
  const headers: Header[] = [];
  for (const owner of [...folders.map(folder => folder.fields), fields]) {
    for (const header of owner.list('headers')) {
      if (header.flag('disabled', false) || header.text('name').trim() === '') continue;
      const name = reading.plain(header, 'name');
      if (name === undefined) continue;
      add({ name: name.trim(), value: reading.text(header, 'value') }, headers);
    }
  }
  return headers;
}

export function hasHeader(headers: readonly Header[], name: string): boolean {
  return headers.some(header => header.name.toLowerCase() === name);
}

/** The header in place of any of its name. */
export function withHeader(headers: readonly Header[], header: Header): Header[] {
  const lower = header.name.toLowerCase();
  return [...headers.filter(({ name }) => name.toLowerCase() !== lower), header];
}

function add(header: Header, headers: Header[]): void {
  const lower = header.name.toLowerCase();
  const place = single.has(lower)
    ? headers.findIndex(({ name }) => name.toLowerCase() === lower)
    : -1;
  if (place === -1) headers.push(header);
  else headers[place] = header;
}
