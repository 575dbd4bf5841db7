import { ServerAwayError } from './server-away-error.ts';

interface SendParts {
  readonly fetch: typeof fetch;
  readonly token: string | null;
  /** Told once the server does not take the token, or wants one. */
  readonly onRefused: () => void;
  /** Rejects once the signal is aborted. */
  readonly wait: (milliseconds: number, signal?: AbortSignal | null) => Promise<void>;
}

/** How often a request is sent that the server is too busy for. */
const attempts = 5;
const longestWaitMs = 10_000;

/**
 * Sends the token along. A server that is too busy (429) has done nothing yet, so it is asked again after the time that
 * it names; the caller's signal and time-out end that too. Rejects with a `ServerAwayError` where no answer comes.
 */
export function createSend({ fetch, token, onRefused, wait }: SendParts): typeof fetch {
  return async (input, init) => {
    const headers = new Headers(init?.headers);
    if (token !== null) headers.set('authorization', `Bearer ${token}`);
    for (let attempt = 1; ; attempt += 1) {
      const response = await fetch(input, { ...init, headers }).catch((error: unknown) => {
        // Browsers tell every failure of the network as a TypeError; an abort keeps its own reason.
        throw error instanceof TypeError ? new ServerAwayError({ cause: error }) : error;
      });
      if (response.status === 401) onRefused();
      if (response.status !== 429 || attempt === attempts) return response;
      await response.body?.cancel();
      await wait(waitMs(response.headers.get('retry-after'), attempt), init?.signal);
    }
  };
}

/** The server's wish, a little longer with each attempt. */
function waitMs(retryAfter: string | null, attempt: number): number {
  const seconds = Number(retryAfter ?? 1);
  const asked = Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 1000;
  return Math.min(asked * attempt, longestWaitMs);
}
