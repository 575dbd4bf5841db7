import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { createRouteHandler } from '../../src/fetch/index.ts';
import { portOf } from './port-of.ts';
import { reportUsage } from './report-usage.ts';
import { handler, path, requestValidator, responseValidator } from './route.ts';

/** The same route as a `Request`/`Response` handler, behind the least that makes one of a request of Node's. */
const handle = createRouteHandler('POST', path, { requestValidator, responseValidator, handler });

const server = createServer(async (incoming, outgoing) => {
  const response = await handle(toRequest(incoming));
  await send(response, outgoing);
});
server.listen(0, '127.0.0.1', () => reportUsage(portOf(server)));

function toRequest(incoming: IncomingMessage): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(incoming.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  return new Request(`http://${incoming.headers.host}${incoming.url}`, {
    method: incoming.method ?? 'GET',
    headers,
    body: Readable.toWeb(incoming),
    duplex: 'half',
  });
}

async function send(response: Response, outgoing: ServerResponse): Promise<void> {
  const body = Buffer.from(await response.arrayBuffer());
  const headers = [...response.headers].flat();
  outgoing.writeHead(response.status, [...headers, 'content-length', String(body.length)]);
  outgoing.end(body);
}
