import { at } from '../../probe/problem.ts';
import type { Draft } from '../draft.ts';
import { type Credentials, credentialsOf, type StoredTokens } from './authentication.ts';
import type { PlacedRequest } from './collection.ts';
import type { Fields } from './fields.ts';
import { knownPartOf, type Parts, textOf } from './parts.ts';
import { Reading } from './reading.ts';
import type { Rendering } from './render.ts';
import { bodyOf, tellUnknown } from './request-body.ts';
import { type Header, hasHeader, headersOf, withHeader } from './request-headers.ts';
import { type Parameter, requestUrl } from './request-url.ts';
import { tellScripts } from './scripts.ts';

/** What the requests of a file share. */
export interface Surroundings {
  readonly rendering: Rendering;
  readonly tokens: StoredTokens;
  readonly setByScripts: ReadonlySet<string>;
  /** Where the request of an id stands in the file. */
  sourceOf(requestId: string): string;
}

export function draftOf(request: PlacedRequest, surroundings: Surroundings): Draft {
  const { fields } = request;
  const reading = new Reading(surroundings.rendering, request.scope);
  const method = (reading.plain(fields, 'method') ?? '').trim() || 'GET';
  const credentials = credentialsOf(request, reading, surroundings.tokens);
  const url = urlOf(fields, credentials, reading);
  const body = bodyOf(
    {
      body: fields.mapping('body'),
      method,
      isRendered: !fields.flag('settingDisableRenderRequestBody', false),
    },
    reading,
  );
  const own = headersOf(request, reading);
  const headers = withCredentials(withContentType(own, body.contentType), credentials);
  tellStream(headers, fields, reading);
  tellScripts(request, reading, surroundings.setByScripts);
  const { after, placeOf } = readRequests([url, body.parts, ...headers.map(({ value }) => value)]);
  const description = fields.text('description');
  return {
    source: fields.place,
    name: fields.text('name'),
    folders: request.path,
    ...(description !== '' && { description }),
    method,
    url: textOf(url, placeOf),
    headers: headers.map(({ name, value }) => ({ name, value: textOf(value, placeOf) })),
    ...(body.parts.length > 0 && { body: textOf(body.parts, placeOf) }),
    ...(fields.text('settingFollowRedirects') === 'off' && { followRedirects: 0 }),
    ...(after.length > 0 && { after: after.map(surroundings.sourceOf) }),
    findings: reading.findings,
  };
}

function urlOf(fields: Fields, { parameter }: Credentials, reading: Reading): Parts {
  const parameters = fields
    .list('parameters')
    .filter(each => !each.flag('disabled', false))
    .map((each): Parameter => {
      const name = reading.text(each, 'name');
      return each.has('value') ? { name, value: reading.text(each, 'value') } : { name };
    });
  const isEncoded = fields.flag('settingEncodeUrl', true);
  const url = requestUrl({
    url: reading.text(fields, 'url'),
    parameters: parameter ? [...parameters, parameter] : parameters,
    pathParameters: new Map(
      fields.list('pathParameters').map(each => [each.text('name'), reading.text(each, 'value')]),
    ),
    isEncoded,
  });
  tellUrl(url, fields, reading);
  return url;
}

/** Where Picket cannot send a url as it is written. */
function tellUrl(url: Parts, fields: Fields, reading: Reading): void {
  const place = at(fields.place, 'url');
  const [path = '', ...query] = knownPartOf(url).split('?');
  if (!fields.flag('settingRebuildPath', true) && /\/\.{1,2}(?:\/|$)/.test(path)) {
    reading.tell(
      'incomplete',
      place,
      'its path has `.` or `..`, which Picket resolves before sending',
    );
  }
  if (/[\s"<>`{}|\\^\u0080-\uFFFF]/.test(path) || /[\s"<>'\u0080-\uFFFF]/.test(query.join('?'))) {
    reading.tell('changed', place, 'characters that a url may not hold are percent-encoded');
  }
  const [, ...rest] = url;
  tellUnknown(rest, place, reading);
}

function withContentType(headers: Header[], contentType: string | undefined): Header[] {
  if (contentType === undefined) return headers;
  return withHeader(headers, { name: 'Content-Type', value: [contentType] });
}

/** An Authorization that is among the headers counts alone. */
function withCredentials(headers: Header[], { header }: Credentials): Header[] {
  if (!header || hasHeader(headers, 'authorization')) return headers;
  return [...headers, header];
}

function tellStream(headers: readonly Header[], fields: Fields, reading: Reading): void {
  const isStream = headers.some(
    ({ name, value }) =>
      name.toLowerCase() === 'accept' && knownPartOf(value).trim() === 'text/event-stream',
  );
  if (!isStream) return;
  reading.tell('incomplete', fields.place, 'it asks for a stream of events, which does not end');
}

/** Ids of the requests whose responses the texts read, and the place of each among them. */
function readRequests(texts: readonly Parts[]) {
  const places = new Map<string, number>();
  for (const part of texts.flat()) {
    if (typeof part === 'string' || part.kind !== 'response') continue;
    if (!places.has(part.requestId)) places.set(part.requestId, places.size);
  }
  const placeOf = (requestId: string) => places.get(requestId) ?? 0;
  return { after: [...places.keys()], placeOf };
}
