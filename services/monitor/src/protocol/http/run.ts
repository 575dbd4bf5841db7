import { STATUS_CODES } from 'node:http';
import { failedBy } from '../failed.ts';
import { Fault } from '../fault.ts';
import type { RunContext } from '../protocol.ts';
import type { Measurement, Result } from '../result.ts';
import { ask } from './ask.ts';
import { contentOf } from './content.ts';
import { Deadline } from './deadline.ts';
import { decompress } from './decompress.ts';
import type { Journey } from './journey.ts';
import { locationOf, redirected } from './redirect.ts';
import type { ResponseHead } from './response-head.ts';
import type { Received } from './response-reader.ts';
import { Stopwatch } from './stopwatch.ts';
import type { HttpTarget } from './target.ts';

/** Asks once, following redirects, each on a new connection. Never rejects. */
export async function run(target: HttpTarget, context: RunContext): Promise<Result> {
  const startedAt = context.now();
  const stopwatch = new Stopwatch();
  const deadline = new Deadline(context.timeout, context.signal);
  const journey: Journey = { context, deadline, stopwatch, ipFamily: target.ipFamily };
  try {
    const answer = await answerOf(target, journey);
    const time = stopwatch.stop();
    return answeredHttp(target, answer, time, measurementOf(startedAt, journey));
  } catch (error) {
    const { phase } = stopwatch;
    const time = stopwatch.stop();
    const measured = measurementOf(startedAt, journey);
    return failedBy(error, phase, { config: target.config, time, measured });
  } finally {
    deadline.clear();
  }
}

interface Answer {
  readonly head: ResponseHead;
  /** After decompression. */
  readonly body: Buffer;
  readonly redirects: number;
}

async function answerOf(target: HttpTarget, journey: Journey): Promise<Answer> {
  const { received, redirects } = await follow(target, journey);
  const { head, body } = received;
  const encoding = head.headers['content-encoding'];
  if (encoding === undefined || body.length === 0) return { head, body, redirects };
  const { deadline, context } = journey;
  return {
    head,
    body: await deadline.race(decompress(body, encoding, context.maxBody)),
    redirects,
  };
}

async function follow(
  target: HttpTarget,
  journey: Journey,
): Promise<{ received: Received; redirects: number }> {
  const { followRedirects, proxy } = target;
  const isFollowed = (head: ResponseHead) => followRedirects > 0 && locationOf(head) !== undefined;
  let request = target.first;
  for (let redirects = 0; ; redirects += 1) {
    const received = await ask(request, target, head => !isFollowed(head), journey);
    const location = locationOf(received.head);
    if (location === undefined || followRedirects === 0) return { received, redirects };
    if (redirects === followRedirects) {
      throw new Fault(3, `more than ${followRedirects} redirects`);
    }
    request = redirected(request, received.head, location, proxy);
  }
}

function answeredHttp(
  { config }: HttpTarget,
  { head, body, redirects }: Answer,
  time: number,
  measured: Measurement,
): Result {
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
  return Number.parseInt(headers['content-length'] ?? '-1', 10);
}

function lastModifiedOf(headers: ResponseHead['headers']): { lastModified?: number } {
  const milliseconds = Date.parse(headers['last-modified'] ?? '');
  return Number.isNaN(milliseconds) ? {} : { lastModified: milliseconds / 1000 };
}

function measurementOf(startedAt: number, journey: Journey): Measurement {
  const { stopwatch, connectedFamily, tls } = journey;
  return {
    startedAt,
    phases: stopwatch.phases,
    ...(connectedFamily !== undefined && { ipFamily: connectedFamily }),
    ...(tls !== undefined && { tls }),
  };
}
