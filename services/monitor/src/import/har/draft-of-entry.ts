import { at } from '../../probe/problem.ts';
import { memberOf } from '../../probe/record.ts';
import type { Draft, DraftHeader } from '../draft.ts';
import type { Finding } from '../finding.ts';
import { recordedBody } from './post-data.ts';
import { queryFinding } from './query.ts';
import type { HarEntry } from './read-har.ts';

/** An exchange whose request can be read. */
export interface Exchange extends HarEntry {
  readonly method: string;
  readonly url: string;
}

/** The request of an exchange, as the browser sent it. */
export function draftOfEntry(
  { source: entrySource, value, method, url }: Exchange,
  pages: ReadonlyMap<string, string>,
): Draft {
  const source = at(entrySource, 'request');
  const request = memberOf(value, 'request');
  const { headers, findings } = headersOf(request, source);
  const contentType = valueOfHeader(headers, 'content-type');
  const encoding = valueOfHeader(headers, 'content-encoding') ?? 'identity';
  const isPacked = encoding !== 'identity';
  const body = recordedBody({
    source,
    postData: memberOf(request, 'postData'),
    contentType,
    length: isPacked ? undefined : lengthOf(request, headers),
  });
  const isUnpacked = isPacked && body.text !== undefined;
  const isOtherwise = isUnpacked || body.findings.length > 0;
  const unpacked: Finding = {
    fate: 'changed',
    source: at(source, 'postData'),
    message: `the body was sent packed (${encoding}) and is recorded unpacked: it is sent so, without Content-Encoding`,
  };
  const expectedStatus = statusOf(memberOf(memberOf(value, 'response'), 'status'));
  return {
    source: entrySource,
    name: nameOf(method, url),
    folders: foldersOf(value, pages),
    method,
    url: [url],
    headers: [
      ...headers
        .filter(({ name }) => !(isUnpacked && /^content-encoding$/i.test(name)))
        // What differs from it is told already.
        .filter(({ name }) => !(isOtherwise && /^content-length$/i.test(name)))
        .filter(({ name }) => body.contentType === undefined || !/^content-type$/i.test(name))
        .map(({ name, value }): DraftHeader => ({ name, value: [value] })),
      ...(body.contentType === undefined
        ? []
        : [{ name: 'Content-Type', value: [body.contentType] }]),
    ],
    ...(body.text !== undefined && { body: [body.text] }),
    // A recording has each redirect as an exchange of its own.
    followRedirects: 0,
    ...(expectedStatus !== undefined && { expectedStatus }),
    findings: [
      ...findings,
      ...queryFinding(memberOf(request, 'queryString'), url, at(source, 'queryString')),
      ...body.findings,
      ...(isUnpacked ? [unpacked] : []),
    ],
  };
}

interface Header {
  readonly name: string;
  readonly value: string;
}

function headersOf(
  request: unknown,
  source: string,
): { headers: readonly Header[]; findings: readonly Finding[] } {
  const headers = pairsOf(memberOf(request, 'headers'));
  if (headers.some(({ name }) => name.toLowerCase() === 'cookie')) return { headers, findings: [] };
  const cookies = pairsOf(memberOf(request, 'cookies'));
  if (cookies.length === 0) return { headers, findings: [] };
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join('; ');
  const finding: Finding = {
    fate: 'changed',
    source: at(source, 'cookies'),
    message: 'the header Cookie is written from the list of cookies: it is not among the headers',
  };
  return { headers: [...headers, { name: 'Cookie', value: cookie }], findings: [finding] };
}

function pairsOf(list: unknown): Header[] {
  return (Array.isArray(list) ? list : []).flatMap((pair: unknown) => {
    const [name, value] = [memberOf(pair, 'name'), memberOf(pair, 'value')];
    if (typeof name !== 'string' || name === '') return [];
    return typeof value === 'string' || typeof value === 'number'
      ? [{ name, value: String(value) }]
      : [{ name, value: '' }];
  });
}

function valueOfHeader(headers: readonly Header[], name: string): string | undefined {
  return headers.find(header => header.name.toLowerCase() === name)?.value;
}

/** Bytes of the body as they were sent: -1 and 0 also stand for what the recorder does not know. */
function lengthOf(request: unknown, headers: readonly Header[]): number | undefined {
  const header = valueOfHeader(headers, 'content-length');
  if (header !== undefined && /^\d{1,15}$/.test(header)) return Number(header);
  const size = memberOf(request, 'bodySize');
  return Number.isSafeInteger(size) && Number(size) > 0 ? Number(size) : undefined;
}

function statusOf(status: unknown): number | undefined {
  const code = Number(status);
  return typeof status === 'number' && Number.isInteger(code) && code >= 100 && code <= 599
    ? code
    : undefined;
}

/** Method and address, without parameters. */
function nameOf(method: string, url: string): string {
  const { host = '', pathname = '' } = URL.parse(url) ?? {};
  return `${method.toUpperCase()} ${host}${pathname}`;
}

function foldersOf(entry: unknown, pages: ReadonlyMap<string, string>): string[] {
  const page = memberOf(entry, 'pageref');
  const title = typeof page === 'string' ? pages.get(page) : undefined;
  return title === undefined ? [] : [title];
}
