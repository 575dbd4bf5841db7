import { ResponseError } from '../client/response-error.ts';

/** Throws the error of a call as a hook tells it: by the `message` of the answer, where that has one. */
export function hookError(error: unknown): never {
  if (!(error instanceof ResponseError)) throw error;
  throw new ResponseError(error, messageOf(error.body));
}

function messageOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('message' in body)) return undefined;
  return typeof body.message === 'string' && body.message !== '' ? body.message : undefined;
}
