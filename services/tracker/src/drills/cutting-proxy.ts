import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { portOf } from './git-daemon.ts';

export interface LoopbackServer extends AsyncDisposable {
  readonly port: number;
  /** Resolves when every connection there has been is closed. */
  readonly allClosed: () => Promise<unknown>;
}

/** Accepts connections and never says a word. */
export async function startSilentServer(): Promise<LoopbackServer> {
  return await listening(socket => socket.resume());
}

/** Passes everything on to a port, and cuts each connection once so many bytes have come back. */
export async function startCuttingProxy(to: number, after: number): Promise<LoopbackServer> {
  return await listening(socket => {
    const target = connect(to, '127.0.0.1');
    let passed = 0;
    target.on('data', chunk => {
      passed += chunk.length;
      socket.write(chunk.subarray(0, chunk.length - Math.max(0, passed - after)));
      if (passed >= after) socket.destroy();
    });
    target.on('end', () => socket.end());
    target.on('error', () => socket.destroy());
    socket.on('close', () => target.destroy());
    socket.pipe(target);
  });
}

async function listening(serve: (socket: Socket) => void): Promise<LoopbackServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer(socket => {
    sockets.add(socket);
    socket.on('error', () => {
      // The other side went away: its close is what counts.
    });
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: portOf(server),
    allClosed: () =>
      Promise.all([...sockets].map(socket => (socket.closed ? undefined : once(socket, 'close')))),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
