import { once } from 'node:events';
import { createServer as createHttpServer } from 'node:http';
import type { Server } from 'node:net';
import { type HealthCycle, isHealthy } from './health.ts';
import { createMailServer } from './mail.ts';
import { createPongServer } from './pong.ts';
import { createRoutes } from './routes.ts';
import { createSessions } from './sessions.ts';

export interface ShopOptions {
  /** 0 for any free port. */
  readonly httpPort: number;
  readonly tcpPort: number;
  /** Of the mail server; any free port where it is left out. */
  readonly mailPort?: number;
  /** Address to listen on, default 127.0.0.1. */
  readonly address?: string;
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
  readonly mailPort: number;
  /** Closes all servers and every connection. */
  close(): Promise<void>;
}

/** Who may log in; a demo has no secrets. */
const account = { user: 'shopper', password: 'open sesame' };

/** Opens the shop, on loopback unless it is given another address. Rejects with the system's error where a port can't be had. */
export async function startShop({
  httpPort,
  tcpPort,
  mailPort = 0,
  address = '127.0.0.1',
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
  const mail = createMailServer();
  const close = async () => {
    const closed = [http, pong.server, mail.server].map(closing);
    http.closeAllConnections();
    pong.disconnect();
    mail.disconnect();
    await Promise.all(closed);
  };

  try {
    const ports = {
      httpPort: await listen(http, httpPort, address),
      tcpPort: await listen(pong.server, tcpPort, address),
      mailPort: await listen(mail.server, mailPort, address),
    };
    return { url: `http://${address}:${ports.httpPort}`, ...ports, close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function listen(server: Server, port: number, address: string): Promise<number> {
  server.listen(port, address);
  await once(server, 'listening');
  const listening = server.address();
  return typeof listening === 'object' && listening !== null ? listening.port : port;
}

async function closing(server: Server): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  await closed;
}
