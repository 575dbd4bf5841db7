import { ResponseError } from '@picket/route-handlers/client';
import { useCallback } from 'react';
import { ApiRunClient } from '../../src/app/api/run/client.ts';
import { useSession } from './session.tsx';
import { timeoutMs } from './use-read.ts';

type Sent = Parameters<ApiRunClient['post']>[0];

/** What `POST /api/run` takes. */
export type RunBody = NonNullable<Sent['body']>;
export type RunResult = Awaited<ReturnType<ApiRunClient['post']>>;

/** Resolves to how the command ended; rejects with why it could not be run, or once it is aborted. */
export type Run = (body: RunBody, abortController?: AbortController) => Promise<RunResult>;

/** For those who make many calls and need the end of each; aborting one ends its process on the server. */
export function useRun(): Run {
  const { fetch } = useSession();
  return useCallback(
    async (body, abortController) => {
      const options = { timeoutMs, ...(abortController && { abortController }) };
      try {
        return await new ApiRunClient({ fetch }).post({ body, options });
      } catch (error) {
        throw told(error);
      }
    },
    [fetch],
  );
}

/** The server's own words, where it had any. */
function told(error: unknown): unknown {
  if (!(error instanceof ResponseError)) return error;
  const { body } = error;
  const hasMessage = typeof body === 'object' && body !== null && 'message' in body;
  return hasMessage ? new Error(String(body.message), { cause: error }) : error;
}
