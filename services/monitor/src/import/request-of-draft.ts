import type { Request } from '../probe/schema/request.ts';
import type { Draft } from './draft.ts';
import { templateOf, type Writing } from './template-of.ts';

/** Writes a fitted draft as the request of a probe, its fields in the order of the schema. */
export function requestOfDraft(draft: Draft, writing: Writing): Request {
  const { method, timeout, body = [], expectedStatus, followRedirects, proxyUrl } = draft;
  const url = templateOf(draft.url, writing);
  const headers = draft.headers.map(
    ({ name, value }) => [name, templateOf(value, writing)] as const,
  );
  const written = templateOf(body, writing);
  return {
    method,
    url,
    ...(timeout !== undefined && { timeout }),
    ...(headers.length > 0 && { headers: Object.fromEntries(headers) }),
    ...(written !== '' && { body: written }),
    ...(expectedStatus !== undefined && {
      alerts: [{ assertion: `response.status != ${expectedStatus}` }],
    }),
    ...(draft.allowUnauthorized === true && { allowUnauthorized: true }),
    ...(followRedirects !== undefined && { followRedirects }),
    ...(proxyUrl && { proxyUrl: templateOf(proxyUrl, writing) }),
  };
}
