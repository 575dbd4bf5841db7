import { PrepareError } from '../errors.ts';
import type { HttpEntry } from '../protocol/http/entry.ts';
import { http } from '../protocol/http.ts';
import type { Draft, Reference, Text } from './draft.ts';
import { filledIn } from './text.ts';

/** Why the request could not be sent with the values of its source, found by preparing it; undefined where it could. */
export function whyNotSendable(draft: Draft): string | undefined {
  try {
    http.prepare(entryOf(draft));
    return undefined;
  } catch (error) {
    if (error instanceof PrepareError) return error.message;
    throw error;
  }
}

/** The value of a reference, as far as the source has it. */
export function assumedValue(reference: Reference): string {
  return (reference.kind === 'value' ? reference.value : undefined) ?? '1';
}

function entryOf({ method, url, headers, body, proxyUrl, ...draft }: Draft): HttpEntry {
  return {
    method,
    url: addressOf(url),
    headers: Object.fromEntries(
      headers.map(({ name, value }) => [name, filledIn(value, assumedValue)]),
    ),
    ...(body && { body: filledIn(body, assumedValue) }),
    ...(proxyUrl && { proxyUrl: addressOf(proxyUrl) }),
    ...(draft.followRedirects !== undefined && { followRedirects: draft.followRedirects }),
  };
}

/** What a value holds at the start of a url, such as `{{ env.BASE_URL }}`, is taken to be one. */
function addressOf(url: Text): string {
  const [first, ...rest] = url;
  const isOpen = typeof first === 'object' && (first.kind === 'expression' || !('value' in first));
  return isOpen ? `http://host${filledIn(rest, assumedValue)}` : filledIn(url, assumedValue);
}
