import { createLineServer, type LineServer } from './line-server.ts';

/** A TCP server that answers every line `PING` with `PONG` and any other with `ERR unknown command`. */
export function createPongServer(): LineServer {
  return createLineServer({
    answer: line => (line === 'PING' ? 'PONG\n' : 'ERR unknown command\n'),
  });
}
