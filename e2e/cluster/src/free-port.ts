import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * A port of loopback that nothing listens on. It lies below the range that the kernel gives out, so that a server
 * which is down for a while finds it free again.
 */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 50; tries++) {
    const port = randomInt(20_000, 32_000);
    if (await isFree(port)) return port;
  }
  throw new Error('no port of loopback is free');
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve, reject } = Promise.withResolvers<boolean>();
  const probe = createServer();
  probe.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EADDRINUSE') resolve(false);
    else reject(error);
  });
  probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  return promise;
}
