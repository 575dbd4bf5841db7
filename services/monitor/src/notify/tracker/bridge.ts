import { Agent, request } from 'undici';
import { createRedactor } from '../../redact/redact.ts';
import { DeliveryError } from '../delivery-error.ts';
import { codeOf, single } from '../http-receiver.ts';
import { readRetryAfter } from '../retry-after.ts';
import { type Ran, readAnswer } from './answer.ts';

export interface BridgeOptions {
  /** Where runs are asked for, without credentials. */
  readonly endpoint: URL;
  readonly token?: string;
  readonly actor: string;
  /** Told to the bridge as the client's name. */
  readonly userAgent: string;
  /** Milliseconds that a connection may take. */
  readonly timeout: number;
  /** Unix milliseconds. */
  readonly now: () => number;
}

/** Runs the tracker's subcommands by the HTTP API of `tracker-web`. */
export interface Bridge {
  /** Rejects with `DeliveryError` where the bridge gives no answer, or none of a bridge: it may be asked again. */
  run(argv: readonly string[], signal: AbortSignal): Promise<Ran>;
}

/** Bytes of an answer: a few tickets with their comments, twice. */
const longestAnswer = 33_554_432;

export function createBridge(options: BridgeOptions): Bridge {
  const { endpoint, token, actor, userAgent, timeout, now } = options;
  const redact = createRedactor(token === undefined ? [] : [token]);
  const dispatcher = new Agent({ connect: { timeout }, maxResponseSize: longestAnswer });
  const headers = {
    'content-type': 'application/json',
    'user-agent': userAgent,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  };

  return {
    async run(argv, signal) {
      const body = JSON.stringify({ argv, actor });
      const { status, retryAfter, text } = await request(endpoint, {
        ...{ method: 'POST', headers, body, signal, dispatcher },
      })
        .then(async answer => ({
          status: answer.statusCode,
          retryAfter: single(answer.headers['retry-after']),
          text: await answer.body.text(),
        }))
        .catch(error => {
          throw new DeliveryError(
            `the tracker at ${endpoint.host} gave no answer (${codeOf(error)})`,
          );
        });
      const answer = { host: endpoint.host, status, text, redact };
      return readAnswer(answer, readRetryAfter(retryAfter, now()));
    },
  };
}
