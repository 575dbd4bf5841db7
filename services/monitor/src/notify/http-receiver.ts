import { Agent, request } from 'undici';
import type { ChannelContext } from './channels.ts';
import { DeliveryError } from './delivery-error.ts';
import { httpUrlOf, invalidChannel } from './invalid-channel.ts';
import { readRetryAfter } from './retry-after.ts';

/** Bytes of an answer's body read so that its connection can be used again; past them it is closed. */
const maxAnswer = 16_384;
/** Milliseconds for which they are waited for: until then they keep the process from ending, too. */
const longestAnswer = 1000;
/** These describe the message or the connection, which are not the configuration's to describe. */
const ownHeaders = [
  'connection',
  'content-length',
  'content-type',
  'expect',
  'idempotency-key',
  'keep-alive',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

export interface HttpAddress {
  /** Id of the channel, for what is said of it. */
  readonly id: string;
  readonly url: string;
  readonly method?: 'POST' | 'PUT';
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds that a connection may take. */
  readonly timeout: number;
}

/** Whoever takes JSON over HTTP. */
export interface HttpReceiver {
  /** Resolves once it was answered with 200 to 299; rejects with `DeliveryError` otherwise, or where `signal` aborts. */
  send(message: HttpMessage, signal: AbortSignal): Promise<void>;
}

interface HttpMessage {
  readonly body: string;
  /** Beside those of the address. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Throws `PKT_CONFIG_INVALID` where the url or a header cannot be sent. */
export function createHttpReceiver(
  address: HttpAddress,
  { version, now }: ChannelContext,
): HttpReceiver {
  const { method = 'POST', timeout } = address;
  const { url, credentials } = parseUrl(address);
  const headers = headersOf(address);
  headers.set('content-type', 'application/json');
  if (!headers.has('user-agent')) headers.set('user-agent', `picket/${version}`);
  if (credentials !== undefined && !headers.has('authorization'))
    headers.set('authorization', credentials);

  const dispatcher = new Agent({ connect: { timeout } });

  return {
    async send({ body, headers: own }, signal) {
      const answer = await request(url, {
        method,
        headers: { ...Object.fromEntries(headers), ...own },
        body,
        signal,
        dispatcher,
      }).catch(error => {
        throw new DeliveryError(`${url.host} could not be reached (${codeOf(error)})`);
      });
      // The status is the verdict: how the body goes on neither delays nor changes it.
      const reading = { limit: maxAnswer, signal: AbortSignal.timeout(longestAnswer) };
      answer.body.dump(reading).catch(() => undefined);
      if (answer.statusCode >= 200 && answer.statusCode < 300) return;
      const retryAfter = single(answer.headers['retry-after']);
      throw new DeliveryError(
        `${url.host} answered with status ${answer.statusCode}`,
        readRetryAfter(retryAfter, now()),
      );
    },
  };
}

/** The url as it is requested, its user and password taken out into a Basic `Authorization`. */
function parseUrl({ id, url: text }: HttpAddress): { url: URL; credentials?: string } {
  const url = httpUrlOf(id, text);
  const user = decode(url.username);
  const password = decode(url.password);
  if (user === undefined || password === undefined)
    throw invalidChannel(id, 'the user or password in its url is not percent-encoded');
  url.username = '';
  url.password = '';
  if (user === '' && password === '') return { url };
  return { url, credentials: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function headersOf({ id, headers = {} }: HttpAddress): Headers {
  const result = new Headers();
  for (const [name, value] of Object.entries(headers)) {
    if (ownHeaders.includes(name.toLowerCase()))
      throw invalidChannel(id, `its header ${name} is set by Picket itself`);
    setHeader(result, { id, name, value });
  }
  return result;
}

/** The platform's own error would tell the value, which may be a secret. */
function setHeader(headers: Headers, entry: { id: string; name: string; value: string }): void {
  try {
    headers.set(entry.name, entry.value);
  } catch {
    throw invalidChannel(
      entry.id,
      `its header ${entry.name} has a name or value that HTTP cannot carry`,
    );
  }
}

/** The system's or the client's code, never its text, which may hold the url. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name;
}

/** Of a header that was sent more than once the first value. */
export function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
