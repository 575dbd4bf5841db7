import type { Socket } from 'node:net';
import { codeOf } from '../error-code.ts';
import { Fault } from '../fault.ts';
import type { Destination } from './destination.ts';
import { exchange } from './exchange.ts';
import type { Journey } from './journey.ts';
import { connectRequest } from './outgoing.ts';
import type { ProxyServer } from './proxy.ts';

/**
 * Applies the egress policy to the target too, so that a proxy is no way round it. A name that only the proxy
 * can resolve passes; the proxy’s own rules hold for it.
 */
export async function checkTarget({ host }: Destination, journey: Journey): Promise<void> {
  const { context, deadline, watch } = journey;
  watch.enter('resolve');
  try {
    await deadline.race(() => context.egress.resolve(host));
  } catch (error) {
    if (codeOf(error) !== 0) throw error;
  }
}

/**
 * Asks the proxy for a tunnel (CONNECT), whose time is processing as for any request.
 * Rejects with `Fault` 26 where it refuses.
 */
export async function openTunnel(
  socket: Socket,
  to: Destination,
  { authorization }: ProxyServer,
  journey: Journey,
): Promise<void> {
  const expected = {
    method: 'CONNECT',
    maxBody: 0,
    upgrade: false,
    wantsBody: () => false,
  };
  const { head } = await exchange(socket, connectRequest(to, authorization), expected, journey);
  journey.watch.enter('connect');
  if (head.status < 200 || head.status > 299) {
    const answer = `${head.status} ${head.statusText}`.trim();
    throw new Fault(26, `the proxy refused the connection to ${to.host}: ${answer}`);
  }
}
