import type { LookupAddress } from 'node:dns';
import { connect, type Socket } from 'node:net';
import { Fault } from '../fault.ts';
import type { Journey } from './journey.ts';
import { release } from './release.ts';

/** A new connection to the first address that takes it, all of them checked by the egress policy. */
export async function connectTo(host: string, port: number, journey: Journey): Promise<Socket> {
  const { context, deadline, watch, ipFamily } = journey;
  watch.enter('resolve');
  const addresses = await deadline.race(() => context.egress.resolve(host, ipFamily));
  watch.enter('connect');
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

async function connectToAddress(
  { address }: LookupAddress,
  port: number,
  limit: number | undefined,
  { deadline }: Journey,
): Promise<Socket> {
  const socket = connect({ host: address, port, noDelay: true });
  try {
    await deadline.race(() => connected(socket, limit));
    return socket;
  } catch (error) {
    release(socket);
    throw error;
  }
}

function connected(socket: Socket, limit: number | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    // Stays for the life of the socket: an error nobody listens to would end the process.
    socket.on('error', reject);
    if (limit !== undefined) socket.setTimeout(limit, () => reject(timedOut(limit)));
    socket.once('connect', () => {
      if (limit !== undefined) socket.setTimeout(0);
      resolve();
    });
  });
}

function timedOut(limit: number): Error {
  const message = `connect ETIMEDOUT: no connection within ${Math.round(limit)} ms`;
  return Object.assign(new Error(message), { code: 'ETIMEDOUT' });
}
