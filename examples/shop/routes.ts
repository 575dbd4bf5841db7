import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { readBody, readForm } from './read-body.ts';
import type { Sessions } from './sessions.ts';

const maxOrders = 100;

export interface Routes {
  readonly sessions: Sessions;
  readonly isHealthy: () => boolean;
  /** Milliseconds before /slow answers. */
  readonly slowness: number;
}

type Route = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>;

/** Answers the shop's requests; everything but its pages is JSON. */
export function createRoutes({ sessions, isHealthy, slowness }: Routes): RequestListener {
  const orders: { id: number; order: unknown }[] = [];
  let lastId = 0;

  const routes: Readonly<Record<string, Route>> = {
    'GET /': (_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(homePage);
    },
    'GET /old': (_request, response) => {
      response.writeHead(301, { location: '/' }).end();
    },
    'POST /search': async (request, response) => {
      const read = await readForm(request);
      if ('refusal' in read) return refuse(response, read.refusal);
      response
        .writeHead(200, { 'content-type': 'text/html; charset=utf-8' })
        .end(resultPage(read.body.get('term') ?? ''));
    },
    'GET /health': (_request, response) => {
      if (isHealthy()) send(response, 200, { status: 'ok' });
      else send(response, 503, { status: 'broken', reason: 'the till has no change' });
    },
    'GET /slow': (_request, response) => {
      const timer = setTimeout(() => send(response, 200, { status: 'ok' }), slowness);
      response.once('close', () => clearTimeout(timer));
    },
    'POST /login': async (request, response) => {
      const read = await readBody(request);
      if ('refusal' in read) return refuse(response, read.refusal);
      const token = sessions.login(read.body.user, read.body.password);
      if (token === undefined) return refuse(response, 401);
      send(response, 200, { token });
    },
    'GET /orders': (request, response) => {
      if (!sessions.isLoggedIn(request.headers.authorization)) return refuse(response, 401);
      send(response, 200, { orders });
    },
    'POST /orders': async (request, response) => {
      if (!sessions.isLoggedIn(request.headers.authorization)) return refuse(response, 401);
      const read = await readBody(request);
      if ('refusal' in read) return refuse(response, read.refusal);
      lastId += 1;
      const placed = { id: lastId, order: read.body };
      orders.push(placed);
      if (orders.length > maxOrders) orders.shift();
      send(response, 201, placed);
    },
  };

  return (request, response) => {
    const path = request.url?.split('?', 1)[0];
    const key = `${request.method} ${path}`;
    const route = Object.hasOwn(routes, key) ? routes[key] : undefined;
    if (route === undefined) return refuse(response, 404);
    // A request that breaks off while its body is read ends only that request.
    Promise.resolve(route(request, response)).catch(error => response.destroy(error));
  };
}

const refusals = {
  400: 'the body is not of the type this page takes',
  401: 'log in first: POST /login with user and password',
  404: 'no such page',
  413: 'the body is too long',
} as const;

function refuse(response: ServerResponse, status: keyof typeof refusals): void {
  send(response, status, { error: refusals[status] });
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const homePage = `<!doctype html>
<html lang="en">
  <head><title>Demo shop</title></head>
  <body><h1>Demo shop</h1><p>Open for probes.</p></body>
</html>
`;

const goods = ['a box of apples', 'a bag of beans', 'a jar of jam'];

function resultPage(term: string): string {
  const found = goods.filter(name => name.includes(term.toLowerCase()));
  const items = found.map(name => `<li>${name}</li>`).join('');
  return `<!doctype html><title>Search</title><h1>${found.length} results</h1><ul>${items}</ul>\n`;
}
