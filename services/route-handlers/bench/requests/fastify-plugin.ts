import Fastify from 'fastify';
import { routeHandlers } from '../../src/fastify/index.ts';
import { portOf } from './port-of.ts';
import { reportUsage } from './report-usage.ts';
import * as config from './route.ts';

/** Our plugin. */
const app = Fastify();
app.register(routeHandlers, {
  routes: [
    {
      method: 'post',
      path: config.path,
      config: {
        requestValidator: config.requestValidator,
        responseValidator: config.responseValidator,
        handler: config.handler,
      },
    },
  ],
});
await app.listen({ host: '127.0.0.1', port: 0 });
reportUsage(portOf(app.server));
