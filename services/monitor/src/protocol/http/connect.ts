import type { LookupAddress } from 'node:dns';
import { connect, type Socket } from 'node:net';
import { Fault } from '../fault.ts';
import type { Journey } from './journey.ts';

/** A new connection to the first address that takes it, all of them checked by the egress policy. */
export async function connectTo(host: string, port: number, journey: Journey): Promise<Socket> {
  const { context, deadline, stopwatch, ipFamily } = journey;
  stopwatch.enter('resolve');
  const addresses = await deadline.race(context.egress.resolve(host, ipFamily));
  stopwatch.enter('connect');
  // A share for each, so that one address that swallows packets leaves time for the next.
  const share = context.timeout / addresses.length;
  let first: unknown;
  for (const [index, address] of addresses.entries()) {
    journey.connectedFamily = address.family === 6 ? 6 : 4;
    try {
      const limit = index < addresses.length - 1 ? share : undefined;
      return await connectToAddress(address, port, limit, journey);
    } catch (error) {
      // Only the deadline gives a Fault here, and then another address would not help.
      if (error instanceof Fault) throw error;
      first ??= error;
    }
  }
  throw first;
}

function connectToAddress(
  { address }: LookupAddress,
  port: number,
  limit: number | undefined,
  { deadline }: Journey,
): Promise<Socket> {
  return deadline.step((resolve, reject) => {
    const socket = connect({ host: address, port, noDelay: true });
    // Stays for the life of the socket: an error nobody listens to would end the process.
    socket.on('error', reject);
    if (limit !== undefined)
      socket.setTimeout(limit, () => socket.destroy(timedOut(address, port)));
    socket.once('connect', () => {
      if (limit !== undefined) socket.setTimeout(0);
      resolve(socket);
    });
    return () => socket.destroy();
  });
}

function timedOut(address: string, port: number): Error {
  return Object.assign(new Error(`connect ETIMEDOUT ${address}:${port}`), { code: 'ETIMEDOUT' });
}
