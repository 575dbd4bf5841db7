import type { ErrorResponse } from '../response.ts';
import { type ParsedBody, parseBody } from './body/parse-body.ts';
import { BodyTooLarge } from './body-too-large.ts';
import type { Incoming } from './incoming.ts';
import { refusal } from './refusal.ts';
import { unreadable } from './unreadable.ts';

/**
 * The body, read and parsed: 413 past the limit, 400 for what can't be parsed and for one that broke off, of which
 * the log isn't told, as it is the client's doing.
 */
export async function readBody(
  limit: number,
  incoming: Incoming,
): Promise<ParsedBody | ErrorResponse> {
  let bytes: Uint8Array;
  try {
    bytes = await incoming.readBody(limit);
  } catch (error) {
    return error instanceof BodyTooLarge ? refusal.payloadTooLarge : refusal.badRequest;
  }
  try {
    const parsed = parseBody(incoming.contentType(), bytes);
    return 'from' in parsed ? parsed : await parsed;
  } catch (error) {
    return unreadable(error, incoming);
  }
}
