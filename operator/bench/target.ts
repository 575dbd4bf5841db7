import { createServer } from 'node:http';

/** The server every probe asks: a short JSON answer. Its own process, so that its work is nobody's cost. */
const body = JSON.stringify({ ok: true, items: [1, 2, 3] });
const server = createServer((_, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': body.length });
  response.end(body);
});
server.listen({ host: '127.0.0.1', port: 0, backlog: 4096 }, () => {
  const address = server.address();
  process.send?.({ port: typeof address === 'object' ? address?.port : undefined });
});
process.once('disconnect', () => process.exit());
