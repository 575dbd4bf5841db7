import type { FastifyReply } from 'fastify';
import type { Incoming } from '../execute/incoming.ts';
import { type SerializeOptions, serialize } from '../execute/serialize.ts';
import type { HandlerResponse } from '../response.ts';

export type FormatError = NonNullable<SerializeOptions['formatError']>;

/** Puts status and headers into the reply and returns the body, for Fastify to send. */
export function toReply(
  response: HandlerResponse,
  incoming: Incoming,
  reply: FastifyReply,
  formatError: FormatError | undefined,
): string | undefined {
  const report = (error: unknown) => incoming.report(error);
  const wire = serialize(
    response,
    formatError === undefined ? { report } : { report, formatError },
  );
  reply.code(wire.status);
  const { headers } = wire;
  for (const name in headers) reply.header(name, headers[name]);
  // The body is text already; without a serializer of ours Fastify would add a charset to its content type.
  reply.serializer(asIs);
  return wire.body;
}

const asIs = (body: string): string => body;
