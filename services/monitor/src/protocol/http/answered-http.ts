import { STATUS_CODES } from 'node:http';
import type { Sent } from '../failed.ts';
import type { Answered } from '../result.ts';
import { contentOf } from './content.ts';
import type { ResponseHead } from './response-head.ts';

export interface Answer {
  readonly head: ResponseHead;
  /** After decompression. */
  readonly body: Buffer;
  readonly redirects: number;
}

/** The result of a request that was answered, with whatever status. */
export function answeredHttp(
  { head, body, redirects }: Answer,
  { config, time, measured }: Sent,
): Answered {
  const { status, statusText, headers, version } = head;
  let content: { readonly value: unknown } | undefined;
  // Parsed at the first reading, as most probes only look at the status.
  const read = () => {
    content ??= { value: contentOf(body, headers['content-type']) };
    return content.value;
  };
  return {
    kind: 'answered',
    response: {
      status,
      statusText: statusText === '' ? (STATUS_CODES[status] ?? '') : statusText,
      time,
      size: body.length,
      headers,
      get body() {
        return read();
      },
      get data() {
        return read();
      },
      config,
    },
    measured: {
      ...measured,
      http: {
        version,
        redirects,
        contentLength: contentLengthOf(headers),
        bodyLength: body.length,
        ...lastModifiedOf(headers),
      },
    },
  };
}

function contentLengthOf(headers: ResponseHead['headers']): number {
  const length = Number.parseInt(headers['content-length'] ?? '', 10);
  return Number.isNaN(length) ? -1 : length;
}

function lastModifiedOf(headers: ResponseHead['headers']): { lastModified?: number } {
  const milliseconds = Date.parse(headers['last-modified'] ?? '');
  return Number.isNaN(milliseconds) ? {} : { lastModified: milliseconds / 1000 };
}
