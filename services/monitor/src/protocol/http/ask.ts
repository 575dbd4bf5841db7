import type { Socket } from 'node:net';
import { connectTo } from './connect.ts';
import { exchange } from './exchange.ts';
import { measureTls, secure } from './handshake.ts';
import type { Journey } from './journey.ts';
import type { Outgoing } from './outgoing.ts';
import { release } from './release.ts';
import { headerValue } from './request-headers.ts';
import type { ResponseHead } from './response-head.ts';
import type { Received } from './response-reader.ts';
import type { HttpTarget } from './target.ts';
import { checkTarget, openTunnel } from './tunnel.ts';

/** Sends one request on a connection of its own, closed afterwards whatever happens. */
export async function ask(
  request: Outgoing,
  target: HttpTarget,
  wantsBody: (head: ResponseHead) => boolean,
  journey: Journey,
): Promise<Received> {
  const { destination, method, headers } = request;
  const { proxy } = target;
  const isFirstHost = destination.host === target.first.destination.host;
  const trust = isFirstHost ? target.trust : target.trustElsewhere;
  const isSecure = destination.scheme === 'https';
  const upgrade = headerValue(headers, 'upgrade') !== undefined;
  const expected = { method, maxBody: journey.context.maxBody, upgrade, wantsBody };
  const sockets: Socket[] = [];
  delete journey.tls;
  try {
    if (proxy !== undefined) await checkTarget(destination, journey);
    const { host, port } = proxy ?? destination;
    let socket = await connectTo(host, port, journey);
    sockets.push(socket);
    if (proxy !== undefined && isSecure) await openTunnel(socket, destination, proxy, journey);
    if (isSecure) {
      const secured = await secure(socket, destination.host, trust, journey);
      sockets.push(secured);
      journey.tls = measureTls(secured);
      socket = secured;
    }
    return await exchange(socket, request.wire, expected, journey);
  } finally {
    for (const socket of sockets.reverse()) release(socket);
  }
}
