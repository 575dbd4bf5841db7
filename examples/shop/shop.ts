import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { Server } from 'node:net';
import { type HealthCycle, isHealthy } from './health.ts';
import { createPongServer } from './pong.ts';
import { createRoutes } from './routes.ts';
import { createSessions } from './sessions.ts';

export interface ShopOptions {
  /** 0 for any free port. */
  readonly httpPort: number;
  readonly tcpPort: number;
  /** How /health breaks and heals. */
  readonly health?: HealthCycle;
  /** Milliseconds before /slow answers. */
  readonly slowness?: number;
  /** Milliseconds that only go up. */
  readonly clock?: () => number;
}

export interface Shop {
  /** `http://127.0.0.1:3801`. */
  readonly url: string;
  readonly httpPort: number;
  readonly tcpPort: number;
  /** Closes both servers and every connection. */
  close(): Promise<void>;
}

const host = '127.0.0.1';

/** Who may log in; a demo has no secrets. */
const account = { user: 'shopper', password: 'open sesame' };

/** Opens the shop on loopback. Rejects with the system's error where a port can't be had. */
export async function startShop({
  httpPort,
  tcpPort,
  health = { healthyFor: 20_000, brokenFor: 15_000 },
  slowness = 2000,
  clock = () => performance.now(),
}: ShopOptions): Promise<Shop> {
  const openedAt = clock();
  const http = createHttpServer(
    createRoutes({
      sessions: createSessions(account),
      isHealthy: () => isHealthy(clock() - openedAt, health),
      slowness,
    }),
  );
  const pong = createPongServer();
  const close = async () => {
    const closed = [http, pong.server].map(closing);
    http.closeAllConnections();
    pong.disconnect();
    await Promise.all(closed);
  };

  try {
    const ports = { http: await listen(http, httpPort), tcp: await listen(pong.server, tcpPort) };
    return {
      url: `http://${host}:${ports.http}`,
      httpPort: ports.http,
      tcpPort: ports.tcp,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, host);
  await once(server, 'listening');
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : port;
}

async function closing(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  await closed;
}
