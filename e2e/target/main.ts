import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createPongServer } from '../../examples/shop/pong.ts';
import { createRoutes } from '../../examples/shop/routes.ts';
import { createSessions } from '../../examples/shop/sessions.ts';
import { isTargetState, ports, type TargetState } from './state.ts';

/**
 * What pods of tests run: the shop of the examples, well or in trouble as `PUT /STATE` on the control port says, and
 * the PING of its till.
 */
let state: TargetState = 'up';

const shop = createRoutes({
  sessions: createSessions({ user: 'shopper', password: 'open sesame' }),
  isHealthy: () => state !== 'broken',
  slowness: 0,
});

const front = createServer((request, response) => {
  if (state === 'failing') response.writeHead(500).end();
  else if (state !== 'silent') shop(request, response);
});

const enter = async (next: TargetState): Promise<void> => {
  state = next;
  if (next === 'closed') {
    front.close();
    front.closeAllConnections();
  } else if (!front.listening) {
    front.listen(ports.http);
    await once(front, 'listening');
  }
};

const control: RequestListener = async (request, response) => {
  const next = request.url?.slice(1);
  if (request.method === 'PUT' && isTargetState(next)) await enter(next);
  response.writeHead(200).end(state);
};

await enter('up');
createServer(control).listen(ports.control);
createPongServer().server.listen(ports.till);
// The first process of a container ends at no signal it doesn't handle.
process.once('SIGTERM', () => process.exit());
