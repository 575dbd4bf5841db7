import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';

export interface Received {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** What the receiver does with a request, once it has read it. */
export type Behaviour = (response: ServerResponse, received: Received) => void;

export interface Receiver {
  /** Without a slash at its end. */
  readonly url: string;
  /** In the order in which they were read whole. */
  readonly received: readonly Received[];
  close(): Promise<void>;
}

export const accept: Behaviour = response => response.writeHead(204).end();
export const reset: Behaviour = response => response.socket?.resetAndDestroy();
export const neverAnswer: Behaviour = () => {};
export const refuse =
  (status: number, headers: Record<string, string> = {}): Behaviour =>
  response =>
    response.writeHead(status, headers).end('no');

/** For tests: a real HTTP server on a free port of this machine. */
export async function startReceiver(behave: Behaviour): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = '', url: path = '', headers } = request;
    const whole = { method, path, headers, body: Buffer.concat(chunks).toString() };
    received.push(whole);
    behave(response, whole);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return {
    url: `http://127.0.0.1:${address.port}`,
    received,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
