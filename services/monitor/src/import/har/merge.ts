import type { Draft } from '../draft.ts';
import type { Finding } from '../finding.ts';

/** Headers that differ from sending to sending and ask for nothing else. */
const passing =
  /^(?:baggage|cache-control|newrelic|pragma|priority|purpose|referer|request-id|sentry-trace|tracestate|traceparent|x-(?:amzn-trace-id|b3-.*|correlation-id|datadog-.*|request-id)|sec-.*|:.*)$/i;

const mostNamed = 5;

/** Requests that ask for the same become one, the first of them. */
export function mergeAlike(drafts: readonly Draft[]): readonly Draft[] {
  return [...Map.groupBy(drafts, keyOf).values()].flatMap(([first, ...others]) =>
    first === undefined ? [] : [others.length === 0 ? first : merged(first, others)],
  );
}

function keyOf({ method, url, headers, body }: Draft): string {
  const telling = headers
    .filter(({ name }) => !passing.test(name))
    .map(({ name, value }) => [name.toLowerCase(), value]);
  return JSON.stringify([method, url, telling, body]);
}

function merged(first: Draft, others: readonly Draft[]): Draft {
  const named = others.slice(0, mostNamed).map(({ source }) => source);
  const more = others.length - named.length;
  const places = [...named, ...(more > 0 ? [`${more} more`] : [])].join(', ');
  const statuses = new Set([first, ...others].map(({ expectedStatus }) => expectedStatus));
  const differing =
    statuses.size > 1 ? '; they were answered differently, and the first counts' : '';
  const finding: Finding = {
    fate: 'changed',
    source: first.source,
    message: `it stands for ${others.length + 1} alike, also ${places}${differing}`,
  };
  return { ...first, findings: [...first.findings, finding] };
}
