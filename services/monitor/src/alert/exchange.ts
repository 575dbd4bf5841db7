import type { Phase } from '../protocol/result.ts';
import { withoutCredentials } from '../redact/credentials.ts';
import { isCredentialHeader } from '../redact/header-secrets.ts';
import type { Redactor } from '../redact/redact.ts';
import type { SentRequest } from '../run/probe-run.ts';

/** What was sent and what came back, redacted: for whoever is to find out what is wrong. */
export interface Exchange {
  readonly request: {
    readonly method: string;
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    /** Only where the request asks for bodies to be kept. */
    readonly body?: string;
  };
  /** Absent where nothing answered. */
  readonly response?: {
    readonly headers: Readonly<Record<string, string>>;
    /** Only where the request asks for bodies to be kept. */
    readonly body?: string;
  };
  /** Milliseconds in each phase that was reached. */
  readonly phases: Readonly<Partial<Record<Phase, number>>>;
}

/** Characters of a body in an exchange: it is evidence, not an archive. */
const longestBody = 4096;
const longestValue = 1024;
const mostHeaders = 64;

/** `answered` is what `savedBody` gives: to redact a whole body takes milliseconds. */
export function exchangeOf(
  { request, result }: SentRequest,
  answered: string | undefined,
  redact: Redactor,
): Exchange {
  const { response, measured } = result;
  const { method, url, headers, data } = response.config;
  const sent = request.saveBody && data !== undefined ? bodyText(data, redact) : undefined;
  const bodyOf = (text: string | undefined) =>
    text === undefined ? {} : { body: cut(text, longestBody) };
  return {
    request: {
      method,
      url: redact(withoutCredentials(url)),
      headers: shownHeaders(headers, redact),
      ...bodyOf(sent),
    },
    ...(result.kind === 'answered' && {
      response: { headers: shownHeaders(response.headers ?? {}, redact), ...bodyOf(answered) },
    }),
    phases: measured.phases,
  };
}

/** The body of the answer, redacted and whole; undefined where it is not to be kept. */
export function savedBody({ request, result }: SentRequest, redact: Redactor): string | undefined {
  const { body } = result.response;
  return request.saveBody && body !== undefined ? bodyText(body, redact) : undefined;
}

/** A body as text, redacted: to be cut only afterwards, for half a secret is one still. */
function bodyText(body: unknown, redact: Redactor): string {
  return redact(typeof body === 'string' ? body : (JSON.stringify(body) ?? ''));
}

/** A copy: a slice would hold on to the whole text for as long as the incident is known. */
function cut(text: string, longest: number): string {
  return text.length <= longest ? text : `${Buffer.from(text.slice(0, longest))}…`;
}

function shownHeaders(headers: Readonly<Record<string, string>>, redact: Redactor) {
  const shown = Object.entries(headers)
    .slice(0, mostHeaders)
    .map(([name, value]) => [
      name,
      isCredentialHeader(name.toLowerCase()) ? '[redacted]' : cut(redact(value), longestValue),
    ]);
  return Object.fromEntries(shown);
}
