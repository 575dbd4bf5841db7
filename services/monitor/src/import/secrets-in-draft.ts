import { isCredentialHeader } from '../redact/header-secrets.ts';
import { findParameters, findUserinfo, type Span } from '../redact/url-secrets.ts';
import { isCredentialName } from './credential-name.ts';
import type { Draft, DraftHeader, Text } from './draft.ts';
import { fieldsBy, nestedFields } from './nested-fields.ts';
import { secretsByShape } from './secret-shapes.ts';
import { credentialsAmong, fieldsOf, secretsInBody, unescaped } from './secrets-in-body.ts';
import { outlineOf, type SecretSpan, withReferences } from './text.ts';

/** A header with more cookies is one secret: a probe has room for so many values only. */
const mostCookies = 30;

/** The draft with references in place of the credentials that stand in it as they are. */
export function withoutSecrets(draft: Draft): Draft {
  const { url, headers, body, proxyUrl } = draft;
  const contentType = headers.find(({ name }) => name.toLowerCase() === 'content-type');
  return {
    ...draft,
    url: replaced(url, secretsInUrl),
    headers: headers.map(withoutSecret),
    ...(body && {
      body: replaced(body, text =>
        secretsInBody(text, contentType === undefined ? '' : outlineOf(contentType.value)),
      ),
    }),
    ...(proxyUrl && { proxyUrl: replaced(proxyUrl, secretsInUrl) }),
  };
}

function replaced(text: Text, find: (outline: string) => readonly SecretSpan[]): Text {
  const spans = find(outlineOf(text));
  return spans.length === 0 ? text : withReferences(text, spans);
}

function withoutSecret({ name, value }: DraftHeader): DraftHeader {
  const lower = name.toLowerCase();
  if (lower === 'cookie') return { name, value: replaced(value, secretsInCookies) };
  if (!isCredentialHeader(lower) && !isCredentialName(lower)) {
    return { name, value: replaced(value, secretsInValue) };
  }
  return { name, value: replaced(value, text => secretInHeader(name, text)) };
}

/** In a header of any name: a url, a document of JSON, a token. */
function secretsInValue(value: string): SecretSpan[] {
  if (/^\s*[a-z][a-z\d+.-]*:\/\//i.test(value)) return secretsInUrl(value);
  return [
    ...credentialsAmong([...fieldsOf(value), ...nestedFields(value)]),
    ...secretsByShape(value),
  ];
}

/** The value behind its scheme, such as `Bearer`. */
function secretInHeader(header: string, value: string): SecretSpan[] {
  const start = /^\s*[A-Za-z][\w-]*\s+(?=\S)/.exec(value)?.[0].length ?? 0;
  const name = shouted(header);
  return start < value.length ? [{ name, start, end: value.length }] : [];
}

function secretsInCookies(value: string): SecretSpan[] {
  const cookies = [...value.matchAll(/(?:^|;)\s*([^=;\s]+)=([^;]+)/g)];
  if (cookies.length > mostCookies) return [{ name: 'COOKIE', start: 0, end: value.length }];
  return cookies.map(({ 0: whole, 1: name = '', 2: cookie = '', index }) => {
    const end = index + whole.length;
    return { name: `COOKIE_${shouted(name)}`, start: end - cookie.length, end };
  });
}

/** `;jsessionid=...` behind a segment of the path. */
const pathParameter = /;([\w.-]{1,128})=([^;/?#&]*)/dg;

function secretsInUrl(url: string): SecretSpan[] {
  const userinfo = findUserinfo(url);
  const fields = [...findParameters(url), ...fieldsBy(pathParameter, url), ...nestedFields(url)];
  return [
    ...(userinfo ? secretsInUserinfo(url, userinfo) : []),
    ...[...credentialsAmong(fields), ...secretsByShape(url)].map(({ name, ...span }) => ({
      ...span,
      name: shouted(unescaped(name)),
    })),
  ];
}

/** A user name is no secret beside its password, but alone it is a token. */
function secretsInUserinfo(url: string, { start, end }: Span): SecretSpan[] {
  const colon = url.slice(start, end).indexOf(':');
  if (colon === -1) return end > start ? [{ name: 'URL_TOKEN', start, end }] : [];
  const password = start + colon + 1;
  return end > password ? [{ name: 'URL_PASSWORD', start: password, end }] : [];
}

/** Names in the manner of variables: `X-Api-Key` is `X_API_KEY`. */
function shouted(name: string): string {
  return name.replaceAll(/\W+/g, '_').toUpperCase();
}
