import type { Draft, Text } from './draft.ts';
import type { Finding } from './finding.ts';
import { assumedValue, whyNotSendable } from './rehearse.ts';
import { carriedHeaders } from './request-headers.ts';
import { filledIn } from './text.ts';

/** Bounds of the schema of a request. */
const longestTimeout = 600_000;
const mostRedirects = 50;

/** A draft as a probe can send it, the differences among its findings. */
export interface Fitted {
  readonly draft: Draft;
  /** Why it can't be sent at all. */
  readonly refusal?: string;
}

/** Fits a draft to what a probe can send. */
export function fitted(original: Draft): Fitted {
  const { source, timeout, followRedirects } = original;
  const method = original.method.toUpperCase();
  const { headers, findings } = carriedHeaders(original.headers, {
    source,
    authority: authorityOf(original.url),
    length: lengthOf(original.body ?? []),
  });
  const told: Finding[] = [...original.findings, ...findings];
  const change = (message: string) => told.push({ fate: 'changed', source, message });
  const within = (what: string, least: number, value: number, most: number) => {
    const bounded = Math.min(Math.max(Math.round(value), least), most);
    if (bounded !== value) change(`${what} is ${bounded}, not ${value}`);
    return bounded;
  };
  if (method !== original.method) change(`the method is sent as ${method}`);
  const draft: Draft = {
    ...original,
    method,
    headers,
    ...(timeout !== undefined && {
      timeout: within('the time-out in milliseconds', 1, timeout, longestTimeout),
    }),
    ...(followRedirects !== undefined && {
      followRedirects: within(
        'the number of redirects to follow',
        0,
        followRedirects,
        mostRedirects,
      ),
    }),
    findings: told,
  };
  const refusal = whyNotSendable(draft);
  return { draft, ...(refusal !== undefined && { refusal }) };
}

/** Host and port as they are sent, where the url says them. */
function authorityOf(url: Text): string | undefined {
  return URL.parse(filledIn(url, assumedValue))?.host;
}

/** Bytes of the body, where no expression makes them differ from run to run. */
function lengthOf(body: Text): number | undefined {
  const isKnown = body.every(
    part => typeof part === 'string' || (part.kind === 'value' && part.value !== undefined),
  );
  return isKnown ? Buffer.byteLength(filledIn(body, assumedValue)) : undefined;
}
