import { Agent, request } from 'undici';
import { percentDecoded } from '../url/percent-decoded.ts';
import type { ChannelContext } from './channels.ts';
import { DeliveryError } from './delivery-error.ts';
import { httpUrlOf, invalidChannel, makeAll } from './invalid-channel.ts';
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
  /** Where the url stands in the channel. Default `url`. */
  readonly field?: readonly (string | number)[];
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
  const [{ url, credentials }, headers] = makeAll(address.id, [
    () => parseUrl(address),
    () => headersOf(address),
  ]);
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
function parseUrl({ id, url: text, field = ['url'] }: HttpAddress) {
  const url = httpUrlOf(id, text, field);
  const user = percentDecoded(url.username);
  const password = percentDecoded(url.password);
  if (user === undefined || password === undefined)
    throw invalidChannel(id, field, 'has a user or password that is not percent-encoded');
  url.username = '';
  url.password = '';
  if (user === '' && password === '') return { url, credentials: undefined };
  return { url, credentials: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}

/** Throws `InvalidChannel` where a header cannot be sent. */
export function headersOf({ id, headers = {} }: Pick<HttpAddress, 'id' | 'headers'>): Headers {
  const result = new Headers();
  const setters = Object.entries(headers).map(([name, value]) => () => {
    const field = ['headers', name];
    if (ownHeaders.includes(name.toLowerCase()))
      throw invalidChannel(id, field, 'is set by Picket itself');
    // The platform's own error would tell the value, which may be a secret.
    try {
      result.set(name, value);
    } catch {
      throw invalidChannel(id, field, 'has a name or value that HTTP cannot carry');
    }
  });
  makeAll(id, setters);
  return result;
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
