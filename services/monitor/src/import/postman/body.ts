import { at } from '../../probe/problem.ts';
import { isRecord } from '../../probe/record.ts';
import { type FormBody, multipartBody, urlEncodedBody } from './form-bodies.ts';
import { graphqlBody } from './graphql-body.ts';
import { type Header, headerNamed, withoutHeader } from './headers.ts';
import { jsonText } from './json-text.ts';
import { type Marked, withoutMarks } from './marks.ts';
import { type Complain, isDisabled, objectAt, textOf } from './reading.ts';
import type { Resolver } from './resolver.ts';

/** What of a request decides how its body is sent. */
interface BodyOptions {
  readonly method: string;
  readonly source: string;
  readonly headers: readonly Header[];
  /** Whether methods that have none are sent with their body. */
  readonly isKept: boolean;
  /** Whether Postman is told not to add a Content-Type. */
  readonly isTypeAdded: boolean;
  readonly complain: Complain;
}

interface SentBody {
  readonly headers: readonly Header[];
  readonly text?: Marked;
}

/** Methods whose body Postman leaves out unless it is told to send it. */
const bodiless: ReadonlySet<string> = new Set(['GET', 'COPY', 'HEAD', 'PURGE', 'UNLOCK']);

/** The body as Postman sends it, and the headers with the Content-Type it adds. */
export function bodyOf(value: unknown, resolver: Resolver, options: BodyOptions): SentBody {
  const { source, headers, complain } = options;
  const given = typeof value === 'string' ? { mode: 'raw', raw: value } : value;
  const body = objectAt(given, source, complain);
  const mode = textOf(body?.mode).toLowerCase();
  if (body === undefined || mode === '' || isDisabled(body)) return { headers };
  if (bodiless.has(options.method) && !options.isKept) {
    if (hasContent(body[mode])) {
      const message = `Postman sends ${options.method} without its body`;
      resolver.tell('left-out', source, message);
    }
    return { headers };
  }
  switch (mode) {
    case 'urlencoded':
    case 'formdata':
      return formBody(mode, body[mode], resolver, options);
    case 'graphql':
      return typed(graphqlBody(body[mode], resolver, at(source, mode), complain), 'json', options);
    case 'file':
      if (hasContent(body[mode])) {
        resolver.tell('incomplete', at(source, mode), 'the file is not in the collection');
      }
      return { headers };
    default: {
      const { raw } = body;
      const text = jsonText(raw, resolver, at(source, 'raw'));
      return typed(text, languageOf(body.options), options);
    }
  }
}

function hasContent(content: unknown): boolean {
  if (Array.isArray(content)) return content.length > 0;
  if (isRecord(content)) return Object.values(content).some(each => textOf(each) !== '');
  return textOf(content) !== '';
}

/** A form's Content-Type takes the place of any that says something else. */
function formBody(
  mode: 'urlencoded' | 'formdata',
  value: unknown,
  resolver: Resolver,
  { headers, isTypeAdded, source, complain }: BodyOptions,
): SentBody {
  const own = headerNamed(headers, 'content-type')?.value ?? '';
  const boundary = /^multipart\/form-data;.*boundary=(?:"([^"]+)"|([^;]+))/.exec(own);
  const path = at(source, mode);
  const form: FormBody | undefined =
    mode === 'urlencoded'
      ? urlEncodedBody(value, resolver, path, complain)
      : multipartBody(
          value,
          resolver,
          { source: path, boundary: boundary?.[1] ?? boundary?.[2] },
          complain,
        );
  if (form === undefined) return { headers };
  const fits =
    mode === 'urlencoded' ? /^application\/x-www-form-urlencoded\b/.test(own) : boundary !== null;
  if (fits || (own !== '' && !isTypeAdded)) return { headers, text: form.text };
  if (own !== '') {
    const message = `the form's own Content-Type takes the place of ${withoutMarks(own)}`;
    resolver.tell('left-out', path, message);
  }
  const type = { name: 'Content-Type', value: form.contentType };
  return { headers: [...withoutHeader(headers, 'content-type'), type], text: form.text };
}

const typesByLanguage: ReadonlyMap<string, string> = new Map([
  ['html', 'text/html'],
  ['javascript', 'application/javascript'],
  ['json', 'application/json'],
  ['text', 'text/plain'],
  ['xml', 'application/xml'],
]);

function typed(
  text: Marked | undefined,
  language: string,
  { headers, isTypeAdded }: BodyOptions,
): SentBody {
  if (text === undefined || text === '') return { headers };
  if (!isTypeAdded || headerNamed(headers, 'content-type') !== undefined) return { headers, text };
  const value = typesByLanguage.get(language) ?? 'text/plain';
  return { headers: [...headers, { name: 'Content-Type', value }], text };
}

function languageOf(options: unknown): string {
  const raw = isRecord(options) ? options.raw : undefined;
  return isRecord(raw) ? textOf(raw.language) : '';
}
