import type { Socket } from 'node:net';
import type { Redis as Client } from 'ioredis';
import { PrepareError } from '../errors.ts';
import type { Redis } from '../probe/schema/target.ts';
import { Fault } from './fault.ts';
import type { Protocol, RunContext } from './protocol.ts';
import type { Result } from './result.ts';
import type { Attempt } from './server/attempt.ts';
import { checkServer, type Reply } from './server/check-server.ts';
import {
  addressOfFields,
  parseServerUri,
  type ServerAddress,
  shownAddress,
  shownEntry,
} from './server/server-address.ts';
import { type ServerTls, serverTls } from './server/server-tls.ts';

type Driver = Pick<typeof import('ioredis'), 'AbstractConnector' | 'Redis' | 'ReplyError'>;

interface RedisTarget {
  readonly address: ServerAddress;
  /** Without credentials. */
  readonly url: string;
  readonly tls?: ServerTls;
}

const form = { schemes: ['redis', 'rediss'], port: 6379 };

/**
 * A login to Redis and `PING`; its body is `PONG`.
 * `tls` or a `rediss://` uri turns TLS on. A password is sent only where there is one,
 * so that a protected instance answers NOAUTH, which is code 26 like its other refusals.
 */
export const redis: Protocol<Redis, RedisTarget> = {
  instance: ({ host, port, uri }) => shownEntry('redis', { host, port, uri }, form.port),
  prepare,
  run,
};

function prepare({ uri, host, port, username, password, tls }: Redis): RedisTarget {
  const parsed = uri === undefined ? undefined : parseServerUri(uri, form);
  const address = parsed ?? addressOfFields({ host, port, user: username, password }, form.port);
  if (address.database !== undefined && !/^\d+$/.test(address.database)) {
    throw new PrepareError(14, 'the path of a redis uri must be the number of a database');
  }
  const settings = tls ?? (parsed?.scheme === 'rediss' ? {} : undefined);
  const scheme = settings === undefined ? 'redis' : 'rediss';
  return {
    address,
    url: shownAddress(scheme, address),
    ...(settings === undefined ? {} : { tls: serverTls(settings, address.host) }),
  };
}

/** The driver is loaded before the clock starts, so that no result holds the time of it. */
async function run(target: RedisTarget, context: RunContext): Promise<Result> {
  const driver = await import('ioredis');
  const question = { url: target.url, method: 'PING' };
  return checkServer(question, context, attempt => ask(driver, target, attempt));
}

async function ask(
  driver: Driver,
  { address, tls }: RedisTarget,
  attempt: Attempt,
): Promise<Reply> {
  const socket = await attempt.open(address.host, address.port);
  const client = clientOn(tls === undefined ? socket : await attempt.secure(socket, tls), driver);
  attempt.defer(() => client.disconnect());
  try {
    return { body: await Promise.race([pong(client, address), firstError(client)]) };
  } catch (error) {
    // Without its cause, which holds the command that was refused and with it the password.
    throw error instanceof driver.ReplyError && error instanceof Error
      ? new Fault(26, error.message)
      : error;
  }
}

async function pong(client: Client, address: ServerAddress): Promise<string> {
  await client.connect();
  await login(client, address);
  return client.ping();
}

/** An answer that is not of the protocol is an event, after which commands only hear that the connection is closed. */
function firstError(client: Client): Promise<never> {
  const { promise, reject } = Promise.withResolvers<never>();
  client.on('error', reject);
  return promise;
}

/** Left to itself the client would take a server without a password for one that has accepted it. */
async function login(client: Client, { user, password, database }: ServerAddress): Promise<void> {
  if (password !== undefined) {
    await (user === undefined ? client.auth(password) : client.auth(user, password));
  }
  if (database !== undefined) await client.select(database);
}

/** A client that speaks on this connection and opens none of its own. */
function clientOn(socket: Socket, { AbstractConnector, Redis }: Driver): Client {
  class OpenConnection extends AbstractConnector {
    constructor() {
      super(0);
    }

    override connect(): Promise<Socket> {
      this.stream = socket;
      return Promise.resolve(socket);
    }
  }
  return new Redis({
    Connector: OpenConnection,
    lazyConnect: true,
    protocol: 2,
    enableReadyCheck: false,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
}
