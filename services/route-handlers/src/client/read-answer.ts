import { ResponseError } from './response-error.ts';

/**
 * What a success says, undefined where it has no body (as with 204 and HEAD). Rejects with a `ResponseError` for any
 * other status, and with an error that says so for a success that is not JSON. The body is read whole, however
 * long: it is our own server's, and the caller's time-out ends it.
 */
export async function readAnswer(response: Response): Promise<unknown> {
  const { ok, status, statusText } = response;
  const text = await response.text();
  const body = text === '' ? undefined : parseJson(text);
  if (!ok)
    throw new ResponseError({
      status,
      statusText,
      body: body instanceof SyntaxError ? text : body,
    });
  if (body instanceof SyntaxError) {
    const type = response.headers.get('content-type') ?? 'no content type';
    throw new Error(`the answer of status ${status} (${type}) is not JSON`, { cause: body });
  }
  return body;
}

/** The error is returned: what it means depends on the status. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    return error;
  }
}
